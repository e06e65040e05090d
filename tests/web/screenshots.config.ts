// The same browser as the tests', for pictures: tests/web/screenshots.sh.
import { defineConfig } from '@playwright/test';

import tests from './playwright.config';

export default defineConfig({ ...tests, testMatch: ['screenshots.ts', 'film.ts'], timeout: 900_000, projects: [{ ...tests.projects![0], testIgnore: [] }] });
