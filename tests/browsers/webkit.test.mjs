import * as webkit from './webkit.mjs';
import { suite } from './suite.mjs';

suite(webkit);
