// A ruleset lives in its folder: elsewhere no program names one, nor an event, a kind of decision, a purpose of dice or an ending that is a ruleset's own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { parse } from '../../clients/node_modules/svelte/src/compiler/index.js';

/** Where names may stand besides a ruleset's own folder and the tests, and why. */
const allowed = [
  [/^clients\/js\/examples\//, 'an example plays what it is an example of'],
  [/^rules\/(civilization|describe)\/(describe|texts\.\w+)\.json$/, 'families: what several rulesets have is described once'],
  [/^clients\/js\/src\/generated\/|\.d\.ts$/, 'generated'],
  [/^clients\/web\/src\/texts\/(?!en\/)/, 'the same keys as in English (texts.test.mjs)'],
  [/^clients\/js\/src\/table\/known_fields\.ts$/, 'what descriptions may put on a table, as the types of tables have it'],
  [/^clients\/web\/src\/battle\/map\//, 'the board: code for a shape of table'],
  [/^clients\/web\/src\/battle\/throws\/|^clients\/web\/src\/texts\/en\/throws\.json$/, 'the room of a table of dice: code for a shape of table'],
  [
    /^clients\/web\/src\/battle\/campaign\/(Begins|CampaignMap|Nations|Signs|Ways)\.svelte$|^clients\/web\/src\/battle\/campaign\/(atlas|figures|focus\.svelte|happened|lines|signs)\.ts$/,
    'the map of areas, what stands on it, and what an event moved there: code for a shape of table. Of the turn it knows what descriptions say',
  ],
  [
    /^clients\/web\/src\/battle\/campaign\/choices\/((Construction|Given|Moves|Picks|Places|Shares|VoyageCargo)\.svelte|(ahead|moves|units|words|works)\.ts)$/,
    'orders to what stands there: which form asks for a decision, descriptions say; what is worded and reckoned in one is code for a shape of table',
  ],
  [/^clients\/web\/src\/texts\/en\/(campaign\w*|lands)\.json$/, 'texts of that map, and of its builder'],
  [/^clients\/js\/src\/table\/campaign\.ts$/, 'areas and what stands in them: code for a shape of table'],
  [/^clients\/web\/src\/start\/(Tokens|Regions|Campaign|CampaignEditor|CampaignTerms|SeatTable)\.svelte$|^clients\/web\/src\/start\/(field|forces|nation_forces|campaign_setup)\.ts$/, 'builders: code for a shape of setup'],
  [/^clients\/web\/src\/rules\/Arsenal\.svelte$/, 'a table of what the builder of boards offers'],
];

/** Lines in which a name is an ordinary word. */
const ordinary = [
  ['clients/js/src/table/changes.ts', /^ {2}lose\b/, 'what an event does'],
  ['rules/describe/description.hpp', /\blose\b/, 'the same'],
  ['clients/web/texts.mjs', /'telling\/\*\/calamities'|'removals', 'calamities'/, 'a part of the texts'],
  ['clients/web/src/lib/text_groups.json', /"throws"/, 'texts of the room of a table of dice'],
  ['clients/web/src/battle/replay/Replay.svelte', /withTexts\('throws'/, 'the same'],
  ['clients/web/src/pages/Battle.svelte', /withTexts\('throws'/, 'the same'],
  ['clients/web/src/battle/decisions/Decision.svelte', /withTexts\('throws'/, 'the same'],
  ['clients/web/src/battle/decisions/Throw.svelte', /t\.throws\./, 'the same'],
  ['clients/cli/command_roll.cpp', /link_of_throw\(/, 'where the page\'s room of a table of dice shows a throw'],
  ['clients/cli/player_input.cpp', /"rematch swap", "withdraw"/, 'what one types to take a request for a rematch back'],
  ['clients/js/src/table/changes.ts', /^ {2}(move|fire),$/, 'what an event does'],
  ['clients/js/src/table/changes.ts', /(moved|fired): (true|false)/, 'of a unit on a board'],
  ['clients/js/src/table/table.ts', /moved: false, fired: false/, 'the same'],
  ['clients/cli/prompt.cpp', /line == "withdraw"/, 'the same'],
  ['server/operator/command_line.cpp', /add\("move"/, 'a whole store, to another place'],
  ['clients/cli/field_prompt.cpp', /number_at\(target, "to_(hit|damage)"\)/, 'what an option says of a target'],
  ['clients/web/src/battle/decisions/counting.ts', /'lose'/, 'what an event does'],
  ['clients/web/src/battle/decisions/counting.ts', /move: \(unit/, 'a piece goes from one rank into the other'],
  ['clients/web/src/battle/orders/Sequence.svelte', /t\.orders\.remove/, 'an item of a list'],
  ['clients/web/src/battle/room/Nudges.svelte', /t\.nudges\.remove/, 'an address'],
  ['clients/web/src/battle/signals/signals.svelte.ts', /case 'fire':/, 'a beat'],
  ['clients/web/src/battle/signals/synth.ts', /wave: /, 'of sound'],
  ['clients/web/src/battle/stage/beats.ts', /\| '(move|fire)'|beat: '(move|fire)'|case 'fire':/, 'a beat'],
  ['rules/describe/description.hpp', /\{(move|fire), "(move|fire)"\}/, 'a beat, or what an event does'],
  ['clients/web/src/texts/en/battle.json', /"withdraw": "Take it back"/, 'a request for a rematch'],
  ['clients/web/src/texts/en/nudges.json', /"remove"/, 'an address'],
  ['clients/web/src/texts/en/orders.json', /"remove": "Remove/, 'an item of a list'],
  ['clients/web/src/texts/en/rules.json', /"move": "Moves"/, 'a column of profiles'],
  ['clients/web/src/texts/en/start.json', /"remove"/, 'a piece from a setup'],
];

const root = fileURLToPath(new URL('../../', import.meta.url));
const build = process.env.BUILD;
const run = (program, ...options) => execFileSync(program, options, { encoding: 'utf8', maxBuffer: 64 << 20 });

// ---- the names -------------------------------------------------------------------------------------------------------

// Endings that any battle may have; they are told beside the rulesets' in the same event.
const ofAll = ['dice', 'build']; // every battle is decided by the ones, and programs are made by the other
const endingsOfAll = ['abandoned', 'agreed', 'closed', 'conceded', 'declined', 'limit', 'share', 'timeout'];

function ownNames() {
  const muster = `${build}/clients/cli/muster`;
  const { rulesets } = JSON.parse(run(muster, 'rules', '--schemas'));
  const names = new Set(Object.entries(rulesets).flatMap(([id, { events, decisions }]) => [id, ...Object.keys(events), ...Object.keys(decisions)]));
  // Dice may be named after the class of units that rolls them, which is known wherever units are.
  const classes = new Set(JSON.parse(run(muster, 'rules', '--json')).flatMap(({ roster }) => roster.map((unit) => unit.class)));
  for (const line of run(`${build}/tests/told/told_battles`).trim().split('\n'))
    for (const { event, data } of JSON.parse(line).events) {
      if (event === 'battle_ended' && !endingsOfAll.includes(data.reason)) names.add(data.reason);
      if (event === 'rolled' && !classes.has(data.purpose)) names.add(data.purpose);
    }
  for (const word of ofAll) names.delete(word);
  return names;
}

const names = ownNames();

// ---- where they stand ------------------------------------------------------------------------------------------------

const isText = (node) => (node.type === 'MemberExpression' ? isText(node.object) : node.type === 'Identifier' && node.name === 't');

/** Names in Svelte and TypeScript: whole strings, keys of objects (not of types and patterns), and texts (t.sentences.moved). */
function* inProgram(node, parent = null) {
  if (Array.isArray(node)) for (const each of node) yield* inProgram(each, parent);
  if (typeof node?.type !== 'string') return;
  if (node.type === 'Attribute' && node.name === 'class') return;
  if (node.type === 'Literal') yield [node.value, node.start];
  if (node.type === 'TemplateElement') yield [node.value.cooked, node.start];
  if (node.type === 'Text' && parent.type === 'Attribute') yield [node.data, node.start];
  if (node.type === 'Property' && parent.type === 'ObjectExpression' && node.key.type === 'Identifier' && !node.computed) yield [node.key.name, node.start];
  if (node.type === 'MemberExpression' && !node.computed && isText(node.object)) yield [node.property.name, node.property.start];
  for (const [key, each] of Object.entries(node)) if (typeof each === 'object' && !/^(parent|loc|metadata|.*[cC]omments)$/.test(key) && !(node.shorthand && key === 'value')) yield* inProgram(each, node);
}

const script = '<script lang="ts">';
const stringOrComment = /"(?:\\.|[^"\\\n])*"|\/\/.*|\/\*[\s\S]*?\*\//g;
const withoutComments = (text) => text.replace(stringOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')));

/** What is named in a file, and where in its text. */
function* namedIn(path, text) {
  if (path.endsWith('.svelte')) yield* inProgram(parse(text, { modern: true }));
  else if (/\.(ts|m?js)$/.test(path)) for (const [name, at] of inProgram(parse(`${script}${text}</script>`, { modern: true }))) yield [name, at - script.length];
  else if (path.endsWith('.json')) for (const { 1: name, index } of text.matchAll(/"([\w-]+)"\s*:/g)) yield [name, index];
  else if (/\.[ch]pp$/.test(path)) for (const { 1: name, index } of withoutComments(text).matchAll(/"([\w-]+)"/g)) yield [name, index];
}

const used = new Set(); // of `ordinary`

function placesIn(path) {
  const text = readFileSync(root + path, 'utf8');
  const lines = text.split('\n');
  const places = [];
  for (const [name, at] of namedIn(path, text)) {
    if (!names.has(name)) continue;
    const number = text.slice(0, at).split('\n').length;
    const word = ordinary.find(([where, line]) => where === path && line.test(lines[number - 1]));
    if (word) used.add(word);
    else places.push(`${path}:${number} names ${name}`);
  }
  return places;
}

function* filesIn(folder) {
  for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) yield `${folder}/${entry.name}`;
    else if (!/^(node_modules|dist|\..*)$/.test(entry.name)) yield* filesIn(`${folder}/${entry.name}`);
  }
}

const files = ['clients', 'protocol', 'rules', 'server', 'storage'].flatMap((folder) => [...filesIn(folder)]);
// A ruleset's folder is where its entry is; the folders that rulesets share are no ruleset's.
const homes = files.filter((path) => /^rules\/\w+\/ruleset\.cpp$/.test(path)).map((path) => path.replace('ruleset.cpp', ''));
const elsewhere = files.filter((path) => !homes.some((home) => path.startsWith(home)) && !allowed.some(([where]) => where.test(path)));

test('there are names to look for', () => {
  for (const name of ['armies', 'casualties_taken', 'hit_class', 'to_hit', 'turn_limit']) assert.ok(names.has(name), name);
  assert.ok([...names].every((name) => /^[\w-]+$/.test(name)));
});

test("no file elsewhere names what is a ruleset's own", () => {
  const places = elsewhere.flatMap(placesIn);
  assert.equal(places.length, 0, places.join('\n'));
});

test('nor does any name one whose name is an ordinary word, where a ruleset is meant', () => {
  const meant = /\bruleset\w*(\(\))?\s*(:|[!=]==?|=)\s*['"](dice|armies|theatre)['"]|\b\w*(table|ruleset)\w*\s*=\s*['"]dice['"]/i;
  const programs = elsewhere.filter((path) => /\.(ts|m?js|svelte|[ch]pp)$/.test(path) && !/\/generated\//.test(path));
  assert.deepEqual(programs.flatMap((path) => readFileSync(root + path, 'utf8').split('\n').filter((line) => meant.test(line)).map((line) => `${path}: ${line}`)), []);
});

test('what is allowed is there, and of the code for the map of areas every file needs to be', () => {
  for (const [where, why] of allowed) assert.ok(files.some((path) => where.test(path)), `${where} (${why}): no such file`);
  const ofMap = files.filter((path) => path.startsWith('clients/web/src/battle/campaign/'));
  const names = (path) => placesIn(path).length > 0;
  assert.deepEqual(ofMap.filter((path) => allowed.some(([where]) => where.test(path)) !== names(path)), []);
});

test('each word that is an ordinary one stands where it is said to', () => {
  for (const [path, line] of ordinary.filter((each) => !used.has(each))) assert.fail(`${path}: no line like ${line}`);
});
