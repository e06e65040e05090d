// Writes src/texts/texts.d.ts, what the page may say and with which arguments, from the English messages: npm run texts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { argumentsOf, folder, ofPages, original, written } from './texts.mjs';

const types = { value: 'string | number', number: 'number', choice: 'string' };

function typeOf(message) {
  const found = [...argumentsOf(message)].map(([name, kind]) => `${name}: ${types[kind]}`);
  return found.length === 0 ? 'string' : `(values: { ${found.join('; ')} }) => string`;
}

function lines(tree, indent) {
  return Object.entries(tree).flatMap(([key, each]) => {
    const name = /^\w+$/.test(key) ? key : JSON.stringify(key);
    if (each === null) return [`${indent}${name}: Record<string, string>;`];
    return typeof each === 'string' ? [`${indent}${name}: ${typeOf(each)};`] : [`${indent}${name}: {`, ...lines(each, `${indent}  `), `${indent}};`];
  });
}

/** `titles` of battles: made of the presets' (texts.mjs), so that English has none. */
export function declarations() {
  return `// Made by texts_types.mjs from the English texts: npm run texts
declare module 'virtual:texts' {
  export interface Texts {
${lines(Object.fromEntries(ofPages.map((name) => [name, name === 'server' ? { ...written(original, name), titles: null } : written(original, name)])), '    ').join('\n')}
  }
  /** by its code, what a language calls itself */
  export const languages: Record<string, string>;
  export const loaders: Record<string, { [Name in keyof Texts]: () => Promise<{ default: Texts[Name] }> }>;
}
declare module 'virtual:descriptions' {
  import type { Description } from 'muster-client/table';
  type Message = string | ((values: Readonly<Record<string, string | number>>) => string);
  /** sentences by part and name */
  export type Telling = Readonly<Record<string, Readonly<Record<string, Message>>>>;
  /** by ruleset and language */
  export const descriptions: Record<string, Record<string, () => Promise<{ description: Description; texts: Telling }>>>;
}
declare module 'virtual:rulesets' {
  const rulesets: Record<string, { symbols?: string[]; uses?: string[]; table?: true }>;
  export default rulesets;
}
declare module 'virtual:first-battles' {
  const battles: { ruleset: string; rules: string; preset: string; title: string }[];
  export default battles;
}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${folder}texts.d.ts`, declarations());
