// The same for Node: the module's own file is the default.

import { readFile } from 'node:fs/promises';

import { Rules as AnyRules, type Source } from './rules.js';

export * from './rules.js';

export class Rules extends AnyRules {
  static override async load(source?: Source): Promise<Rules> {
    if (source) return AnyRules.load(source);
    return AnyRules.load(await readFile(new URL('muster.wasm', import.meta.url)));
  }
}
