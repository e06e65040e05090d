// The texts that people read, in the languages that they are written in. A language is a folder of src/texts: its own name
// (language.json) and its messages, in ICU MessageFormat, a file for each namespace. English is what the others are translated from;
// what one of them lacks is told in English. What is said of one ruleset stands in its own folder, rules/…/texts.LANGUAGE.json, and is
// part of these namespaces for whoever shows it.
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse } from '@messageformat/parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const folder = fileURLToPath(new URL('src/texts/', import.meta.url));
export const original = 'en';
/** What is needed together, by a page or by a part of one. */
export const groups = JSON.parse(readFileSync(new URL('src/lib/text_groups.json', import.meta.url), 'utf8'));
/** What the server says itself, in English: there for whoever translates it, and not loaded by who reads English. */
const ofServer = 'server';

export const rulesFolder = fileURLToPath(new URL('../../rules/', import.meta.url));
/** Where pages look for the parts of a ruleset's texts: a namespace, and the way to it from there; * is the ruleset. */
const parts = {
  about: 'server/rulesets/*',
  presets: 'server/presets/*',
  odds: 'common/odds_of/*', // how odds take both sides to play, if not as in most
  house_rules: 'server/houseRules',
  older_values: 'server/olderHouseRuleValues', // of house rules, in records only
  profiles: 'server/units',
  weapons: 'server/weapons',
  rulings: 'rulings/*',
  first_time: 'hints/first_time/*',
  why: 'hints/rules/*', // the rule behind a question
  pieces: 'pieces/rules/*',
  tokens: 'pieces/tokens',
  units: 'telling/*/units', // what pieces are called, where no other ruleset has them
  fields: 'telling/*/fields', // of choices that have no form of their own, and words in them
  first: 'orders/first', // what an order of pieces is asked for with
  classes: 'battle/kinds',
  dice: 'replay/verify/purposes', // what they are thrown for
  events: 'telling/*/events', // told by the description beside them, as all that follows
  items: 'telling/*/items',
  ask: 'telling/*/ask',
  said: 'telling/*/said',
  notes: 'telling/*/notes', // what else is to be known of a question
  answers: 'telling/*/answers', // what a choice does, and what of it
  choices: 'telling/*/choices',
  decisions: 'telling/*/decisions',
  phases: 'telling/*/phases',
  sums: 'telling/*/sums', // what a total is made of
  endings: 'telling/*/endings',
  endings_of_many: 'telling/*/endings_of_many', // where there were more than two
  lost: 'telling/*/lost', // endings, to who has lost
  rest: 'telling/*/rest', // what becomes of the units that nobody has moved
  regions: 'telling/*/regions',
  removals: 'telling/*/removals',
  calamities: 'telling/*/calamities',
};

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const readIfThere = (path) => (existsSync(path) ? read(path) : {});

/** By its code, what a language calls itself. */
export const languages = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => [name, read(`${folder}${name}/language.json`).name])
    .sort(),
);

const files = readdirSync(folder + original).map((file) => file.replace('.json', ''));
export const namespaces = [...new Set([...files, ...Object.values(parts).map((place) => place.split('/')[0])])].filter((name) => name !== 'language').sort();

/** What pages say. The rest is said where none runs: by the documents (entry_pages.mjs) and by the service worker (src/worker.js). */
export const ofPages = namespaces.filter((name) => Object.values(groups).flat().includes(name));

/** Folders with what several rulesets use. */
const families = ['describe', 'civilization'];

/** What each ruleset's folder says of it, in the order in which rulesets are shown: [ruleset, its texts by part]. */
function ofRulesets(language) {
  return [...families, ...read(`${rulesFolder}rulesets.json`)].flatMap((name) => Object.entries(readIfThere(`${rulesFolder}${name}/texts.${language}.json`)));
}

/** Nothing is told twice, in other words perhaps. */
function put(tree, [name, ...way], each) {
  const there = tree[name] ?? {};
  const twice = way.length === 0 && Object.keys(each).find((key) => Object.hasOwn(there, key));
  if (twice) throw new Error(`there are two texts for ${name}.${twice}`);
  tree[name] = way.length > 0 ? put(there, way, each) : { ...there, ...each };
  return tree;
}

/** What stands in a language's folder and in those of the rulesets: messages and groups of them. */
export function written(language, namespace) {
  const tree = readIfThere(`${folder}${language}/${namespace}.json`);
  for (const [ruleset, texts] of ofRulesets(language))
    for (const [part, each] of Object.entries(texts).filter(([part]) => !part.startsWith('tell'))) { // a terminal's own, in English alone
      if (!Object.hasOwn(parts, part)) throw new Error(`${ruleset} has texts that nobody shows: ${part}`);
      const [where, ...way] = parts[part].replace('*', ruleset).split('/');
      if (where === namespace) put(tree, way, each);
    }
  return tree;
}

/** `own`, and what only `whole` has. */
function filled(whole, own) {
  if (typeof whole === 'string') return own ?? whole;
  return Object.fromEntries(Object.entries(whole).map(([key, each]) => [key, filled(each, own?.[key])]));
}

/** All messages of a namespace, in this language where it has them. */
export function messages(language, namespace) {
  const english = written(original, namespace);
  if (namespace !== ofServer) return filled(english, written(language, namespace));
  if (language === original) return { ...Object.fromEntries(Object.keys(english).map((key) => [key, {}])), titles: {} };
  const own = filled(english, written(language, namespace));
  return { ...own, titles: titlesIn(own.presets, english.presets) };
}

/** What a battle that bears a preset's title is called: the server keeps that in English. */
function titlesIn(own, english) {
  const pairs = Object.entries(english).flatMap(([ruleset, presets]) => Object.entries(presets).map(([preset, { title }]) => [title, own[ruleset][preset].title]));
  return Object.fromEntries(pairs);
}

/** By ruleset, whole with what it uses (rules/describe/library.hpp): how its battles are told and shown. */
function descriptions() {
  const all = new Map([...families, ...read(`${rulesFolder}rulesets.json`)].flatMap((name) => Object.entries(readIfThere(`${rulesFolder}${name}/describe.json`))));
  const wholeOf = (own) => (own.uses ?? []).reduce((whole, used) => added(whole, all.get(used)), own);
  return new Map([...all].filter(([ruleset]) => describedRulesets().includes(ruleset)).map(([ruleset, own]) => [ruleset, wholeOf(own)]));
}

export const describedRulesets = () => Object.keys(written(original, ofServer).rulesets);

function added(all, used) {
  const maps = ['events', 'items', 'rolls', 'decisions'].map((part) => [part, { ...used[part], ...all[part] }]);
  const lists = ['reasons', 'by_points'].map((part) => [part, [...(all[part] ?? []), ...(used[part] ?? [])]]);
  return { ...used, ...all, ...Object.fromEntries([...maps, ...lists]) };
}

/** Sentences of a ruleset's battles, of its events, of what those list, of choices, and the words in them. */
function tellingOf(language, ruleset, { uses = [] }) {
  const all = messages(language, 'telling');
  const of = (part) => Object.assign({}, ...[...uses].reverse().map((used) => all[used]?.[part]), all[ruleset]?.[part]);
  return Object.fromEntries(['events', 'items', 'ask', 'said', 'decisions', 'phases', 'sums', 'endings', 'endings_of_many', 'lost', 'notes', 'answers', 'choices', 'rest', 'regions', 'removals', 'calamities', 'units', 'fields'].map((part) => [part, of(part)]));
}

const map = (object, change) => Object.fromEntries(Object.entries(object ?? {}).map(([key, each]) => [key, change(each, key)]));

/** Of a description what a page tells and shows by it: without what only a terminal says, or asks. */
function forPage(description, telling) {
  const gapsIn = (...texts) => new Set(texts.filter(Boolean).flatMap((text) => [...argumentsOf(text).keys()]));
  const filling = (args, gaps) => {
    const used = Object.entries(args ?? {}).filter(([gap]) => gaps.has(gap));
    return used.length > 0 ? Object.fromEntries(used) : undefined;
  };
  const { uses: _uses, reasons: _reasons, symbols: _symbols, ...rest } = description;
  return {
    ...rest,
    events: map(description.events, ({ tell_tone: _tone, args, ...event }, name) => ({ ...event, args: filling(args, gapsIn(telling.events[name], telling.items[name])) })),
    items: Object.fromEntries(Object.entries(description.items).filter(([name]) => telling.items[name]).map(([name, { args }]) => [name, { args: filling(args, gapsIn(telling.items[name])) }])),
    decisions: map(description.decisions, ({ item, forced_silent: _silent, args, said, ...how }, kind) => ({ ...how, item: telling.items[item] ? item : undefined, args: filling(args, gapsIn(telling.ask[kind], telling.notes[kind])), said: filling(said, gapsIn(telling.said[kind], telling.choices[kind])) })),
  };
}

const withoutEmpty = (parts) => Object.fromEntries(Object.entries(parts).filter(([, part]) => typeof part !== 'object' || Object.keys(part).length > 0));

/** How battles of a ruleset are told and shown, as a module: `description`, and `texts` in a language. */
export function descriptionModule(ruleset, language, runtime) {
  const description = descriptions().get(ruleset);
  const telling = tellingOf(language, ruleset, description);
  const texts = compiledTree(language, withoutEmpty(telling), runtime).replace('export default', 'export const texts =');
  return `${texts}\nexport const description = ${JSON.stringify(withoutEmpty(forPage(description, telling)))};`;
}

/** Whether dice are thrown there and nothing is fought (src/battle/throws/is_table.ts). */
function isDiceTable(description) {
  const forms = Object.values(description?.decisions ?? {}).map(({ form }) => form);
  return forms.includes('throw_dice') && forms.every((form) => form === 'throw_dice' || form === 'yes_no');
}

/** A battle of each ruleset that is fought, its first preset, named as the server names it: for a page that has not asked it yet. */
export function firstBattles() {
  const { rulesets, presets } = written(original, ofServer);
  const all = descriptions();
  return Object.entries(rulesets).filter(([ruleset]) => !isDiceTable(all.get(ruleset))).map(([ruleset, { title: rules }]) => {
    const [preset, { title }] = Object.entries(presets[ruleset])[0];
    return { ruleset, rules, preset, title };
  });
}

/** Of each ruleset what is shown of it where its description is not at hand: what stands for it, whose texts are its own too, and whether dice are all. */
export function rulesetsAtAGlance() {
  return Object.fromEntries([...descriptions()].map(([ruleset, description]) => [ruleset, { symbols: description.symbols, uses: description.uses, ...(isDiceTable(description) && { table: true }) }]));
}

/** What a message says, where it is told while building. */
export function told(language, namespace, key, values = {}) {
  return new MessageFormat(language).compile(messages(language, namespace)[key])(values);
}

/** The arguments of a message and what they are: "number" (a plural hangs on it), "choice" (a select does) or "value". */
export function argumentsOf(message) {
  const found = new Map();
  const look = (tokens) => {
    for (const token of tokens) {
      if (token.type === 'content' || token.type === 'octothorpe') continue;
      const kind = token.type === 'plural' || token.type === 'selectordinal' ? 'number' : token.type === 'select' ? 'choice' : 'value';
      if (kind !== 'value' || !found.has(token.arg)) found.set(token.arg, kind);
      for (const each of token.cases ?? []) look(each.tokens);
    }
  };
  look(parse(message));
  return found;
}

/**
 * A namespace as a module: functions for what has arguments, strings for what has none. Nothing is left to be parsed in a browser.
 * `runtime`: the module that brings `number`, `plural` and `select`.
 */
export function compiled(language, namespace, runtime) {
  return compiledTree(language, messages(language, namespace), runtime);
}

function compiledTree(language, tree, runtime) {
  const source = compileModule(new MessageFormat(language), tree);
  return source.replace('"@messageformat/runtime"', JSON.stringify(runtime)).replaceAll(/: \(\) => ("(?:[^"\\]|\\.)*")/g, ': $1');
}
