// Writes src/generated/: types of setups, events, options and choices, from the JSON Schemas that the program `muster` makes of its own
// definitions, how it describes each ruleset, and the units that it knows. Run it again whenever those change; tests/js compares.
//   node generate.mjs [PROGRAM] [FOLDER]
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [program = here('../../build/clients/cli/muster'), folder = here('src/generated')] = process.argv.slice(2);
const printed = (...options) => JSON.parse(execFileSync(program, ['rules', ...options], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
const schemas = printed('--schemas');

const banner = '// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.\n';
const capitals = (words) => words.replace(/(^|[-_])([a-z])/g, (_all, _before, letter) => letter.toUpperCase());

/**
 * What types cannot say is left out, what they can say better is said. What the definitions leave open are objects. What the server itself
 * writes (`told`) it leaves out rather than saying null.
 */
function forTypes(schema, told) {
  const { minItems, maxItems, ...rest } = schema;
  if (rest.type === 'array' && rest.items.type === 'integer' && minItems > 0 && minItems === maxItems) {
    return { ...about(rest), tsType: `[${Array(minItems).fill('number').join(', ')}]` };
  }
  if (Object.keys(rest).every((key) => key === 'description')) return { ...about(rest), tsType: 'JsonObject' };
  const field = (key, each) => (told && each.anyOf && !rest.required.includes(key) ? { ...about(each), ...each.anyOf[0] } : each);
  const properties = rest.properties && Object.fromEntries(Object.entries(rest.properties).map(([key, each]) => [key, forTypes(field(key, each), told)]));
  return {
    ...rest,
    ...(properties ? { properties } : {}),
    ...(rest.items ? { items: forTypes(rest.items, told) } : {}),
    ...(rest.anyOf ? { anyOf: rest.anyOf.map((each) => (each.type === 'null' ? each : forTypes(each, told))) } : {}),
  };
}
const about = ({ description }) => (description ? { description } : {});

/** Types of one file; those that another file has already are taken from there. */
class File {
  static names = new Map(); // by what they are of, and schema

  constructor(name, prefix = '') {
    this.name = name;
    this.prefix = prefix;
    this.text = '';
  }

  /** The type's name. */
  async add(what, schema, told = true) {
    const name = this.prefix + what;
    const key = what + JSON.stringify(schema);
    const known = File.names.get(key);
    if (known) return known;
    File.names.set(key, name);
    const written = await compile(forTypes(schema, told), name, { bannerComment: '', additionalProperties: false, style: { printWidth: 140, singleQuote: true } });
    // Not interfaces: those are no JsonObjects.
    const asType = written.replace(/^export interface (\w+) \{([\s\S]*?)\}\n$/, 'export type $1 = {$2};\n');
    this.text += '\n' + asType.replace(/\/\*\*\n\s+\* (.*)\n\s+\*\//g, '/** $1 */');
    return name;
  }

  save() {
    if (!this.text) return;
    const json = this.text.includes('JsonObject') ? "\nimport type { JsonObject } from '../json.js';\n" : '';
    writeFileSync(join(folder, `${this.name}.ts`), banner + json + this.text);
  }
}

/** A name of its own for each, and all that it may be. */
class Union {
  all = new Map();

  add(key, type) {
    if (!this.all.has(key)) this.all.set(key, new Set());
    this.all.get(key).add(type);
  }

  text(name, sentence) {
    const lines = [...this.all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, types]) => `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${[...types].join(' | ')};\n`);
    return `\n/** ${sentence} */\nexport type ${name} = {\n${lines.join('')}};\n`;
  }
}

const events = new Union();
const decisions = new Union();
const setups = new Union();

async function takeBattle(file, of) {
  for (const [name, schema] of Object.entries(of.events)) events.add(name, await file.add(`${capitals(name)}Data`, schema));
  for (const [kind, { options, choice, meaning }] of Object.entries(of.decisions)) {
    const [offered, chosen] = [await file.add(`${capitals(kind)}Options`, options), await file.add(`${capitals(kind)}Choice`, choice, false)];
    const meant = meaning ? `; meaning: ${await file.add(`${capitals(kind)}Meaning`, meaning)}` : '';
    decisions.add(kind, `{ options: ${offered}; choice: ${chosen}${meant} }`);
  }
}

mkdirSync(folder, { recursive: true });
const files = [new File('common'), new File('description')];
await takeBattle(files[0], schemas);
await files[1].add('RulesetDescription', schemas.description);
// Who asks for more comes first: fleet-combat has its types from phased-combat.
const asked = ([, { decisions: own }]) => Object.keys(own).length;
for (const [ruleset, of] of Object.entries(schemas.rulesets).sort((a, b) => asked(b) - asked(a))) {
  const file = new File(ruleset.replaceAll('-', '_'), capitals(ruleset));
  files.push(file);
  setups.add(ruleset, await file.add('Setup', of.setup, false));
  await takeBattle(file, of);
}

const parts = files.filter(({ text }) => text);
const maps = [
  events.text('EventData', 'The data of each event, by its name.'),
  decisions.text('Decisions', 'What each kind of decision offers, how it may be answered, and what an answer is said to come to before it is given.'),
  setups.text('Setups', 'The setups of each ruleset.'),
].join('');
const imports = parts.map(({ name, text }) => {
  const used = [...text.matchAll(/^export type (\w+)/gm)].map(([, type]) => type).filter((type) => new RegExp(`\\b${type}\\b`).test(maps));
  return used.length === 0 ? '' : `import type {\n${used.map((type) => `  ${type},\n`).join('')}} from './${name}.js';\n`;
});
for (const file of parts) file.save();
writeFileSync(join(folder, 'maps.ts'), `${banner}\n${imports.join('')}${maps}`);
writeFileSync(join(folder, 'index.ts'), `${banner}\n${[...parts, { name: 'maps' }].map(({ name }) => `export type * from './${name}.js';\n`).join('')}`);

// How each ruleset is described.
const described = Object.fromEntries(Object.entries(schemas.rulesets).flatMap(([ruleset, { describe }]) => (describe ? [[ruleset, describe]] : [])));
writeFileSync(
  join(folder, 'described.ts'),
  `${banner}\nimport type { RulesetDescription } from './description.js';\n\nexport const allDescribed: Record<string, RulesetDescription['describe']> = ${JSON.stringify(described, null, 1)};\n`,
);

// What has a class, of all rulesets: their setups add to it, or put others in its place.
const units = new Map(printed('--json').flatMap(({ roster }) => roster ?? []).filter((unit) => unit.class).map((unit) => [unit.unit, unit]));
const rowOf = ({ unit, class: kind, era = 0, modifier = 0, enhanced_modifier: enhanced = 0, strength = 0 }) => `  ['${unit}', '${kind}', ${era}, ${modifier}, ${enhanced}, ${strength}],\n`;
const unitKinds = [...new Set([...units.values()].map((unit) => `'${unit.class}'`))].join(' | ');
writeFileSync(
  join(folder, 'roster.ts'),
  `${banner.replace('--schemas', '--json')}\n/** Of each: its class, its era or 0, what it adds, what it adds more if enhanced, its strength or 0. */\nexport const units: [string, ${unitKinds}, number, number, number, number][] = [\n${[...units.values()].map(rowOf).join('')}];\n`,
);
