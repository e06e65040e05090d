// Many tables have more than two seats: what is told to anybody says "the other side", "both" or "your opponent" only where there are exactly two.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { twoSided } from '../support/two_sided.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(root + path, 'utf8');

/** Texts that speak of two, by file (or its folder) and name, and why they may. */
const allowed = [
  [/^web\/common\/dice_shared|^web\/start\/dice\/of\/(shared|witnessed)/, 'players add to the dice where there are exactly two'],
  [/^web\/shared\//, 'the same'],
  [/^web\/rules\/.*\/shared$/, 'the same'],
  [/^web\/replay\/.*(shared|shares|not_of_two)/, 'the same'],
  [/^web\/battle\/reasons\/(conceded|abandoned)$/, 'of more than two they are told by reasons_of_many'],
  [/^web\/leaving\/(concede_sure|draw_sure)$/, 'asked of whoever has one other left'],
  [/^web\/start\/(pointsEven|theirs|opponent)$/, 'pages that are shown where there are two'],
  [/^web\/start\/clock\/on_timeouts\/forfeit\/note$/, 'of more than two forfeit_seat is told'],
  [/^web\/battle\/expected_enemy$/, 'a wave of one army against another'],
  [/^web\/faults\/(one_sided_fleet|polygons_touch|half_range)$/, 'of setups for two, of two polygons, of two numbers'],
  [/^web\/(map|field)\//, 'the board, on which two fight'],
  [/^web\/orders\/(if|when)_theirs$/, 'orders of rulesets for two'],
  [/^web\/rules\//, 'two numbers, two shafts of a proof'],
  [/^rules\/describe\/common\/endings\/(annihilation|mutual_destruction)$/, 'of more than two the first is told by endings_of_many; the second is of rulesets for two'],
  [/^rules\/armies\/(rulings\/|tell\/advantage_counted)/, 'what two sides do; how more do it stands beside it'],
  [/^rules\/dice\/.*summary$/, 'a preset for two'],
  [/^rules\/theatre\/.*(summary|answer|keep|value|false)/, 'two parts of a nation, or of a map for two'],
];

function* leaves(tree, path) {
  if (typeof tree === 'string') yield [path, tree];
  else if (tree && typeof tree === 'object') for (const [key, each] of Object.entries(tree)) yield* leaves(each, `${path}/${key}`);
}

function* textsOf(language) {
  for (const file of readdirSync(`${root}clients/web/src/texts/${language}`)) yield* leaves(JSON.parse(read(`clients/web/src/texts/${language}/${file}`)), `web/${file.replace('.json', '')}`);
  // Of rulesets that may have more than two seats, and of what these use.
  for (const folder of ['armies', 'dice', 'theatre', 'describe']) yield* leaves(JSON.parse(read(`rules/${folder}/texts.${language}.json`)), folder === 'describe' ? 'rules/describe' : 'rules');
}

const used = new Set();
for (const language of ['en', 'de', 'fr']) {
  test(`no text in "${language}" speaks of two sides where there may be more`, () => {
    const found = [];
    for (const [path, text] of textsOf(language)) {
      if (!twoSided[language].test(text)) continue;
      const reason = allowed.find(([where]) => where.test(path));
      if (reason) used.add(reason);
      else found.push(`${path}: ${text}`);
    }
    assert.deepEqual(found, []);
  });
}

/** Lines of the programs that speak of two in a string, and why they may. */
const allowedLines = [
  ['clients/cli/player.cpp', /both have given their shares|"Sealed until the other side has decided/, 'players add to the dice where there are two; of more, the others'],
  ['clients/cli/player_input.cpp', /both have given their shares|it's the other side's turn/, 'the same'],
  ['clients/cli/player_output.cpp', /The other side wins|the other's share|"waiting for the other side \["/, 'the same; whoever has one other left'],
  ['clients/cli/player_rematch.cpp', /as soon as the other side accepts/, 'the same'],
  ['clients/cli/awaited.cpp', /the other side's share/, 'players add to the dice where there are two'],
  ['clients/cli/options.cpp', /both players'/, 'the same'],
  ['protocol/narration/narrator.cpp', /"all" : "both"/, 'the same'],
  ['protocol/narration/words.cpp', /both players'|\{"(conceded|abandoned)", "the other side/, 'the same; of more than two, the others'],
  ['server/battle/state_endings.cpp', /the other player (is here|can still come back)/, 'victory is claimed where one other is left'],
  ['server/http/api.cpp', /not both/, 'two fields'],
  ['server/battle/creation.cpp', /dice are shared by two seats/, 'players add to the dice where there are two'],
  ['server/battle/summaries.cpp', /both of UTC/, 'two ways to write a time'],
  ['clients/js/src/problem.ts', /dice are shared by two seats/, 'players add to the dice where there are two'],
  ['clients/js/src/dice_of.ts', /both players'/, 'players add to the dice where there are two'],
];

function* sources(folder) {
  for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) yield `${folder}/${entry.name}`;
    else if (!/^(node_modules|dist|generated)$/.test(entry.name)) yield* sources(`${folder}/${entry.name}`);
  }
}

const usedLines = new Set();
test('nor does a program', () => {
  const found = [];
  for (const path of ['clients/cli', 'clients/js/src', 'protocol/narration', 'server'].flatMap((folder) => [...sources(folder)]).filter((each) => /\.(cpp|hpp|ts)$/.test(each)))
    read(path).split('\n').forEach((line, index) => {
      if (![...line.replace(/^\s*\/\/.*|\s\/\/ .*/, '').matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g)].some(([text]) => twoSided.en.test(text))) return;
      const reason = allowedLines.find(([where, what]) => where === path && what.test(line));
      if (reason) usedLines.add(reason);
      else found.push(`${path}:${index + 1}: ${line.trim()}`);
    });
  assert.deepEqual(found, []);
});

test('what is allowed is said somewhere', () => {
  for (const reason of allowed) assert.ok(used.has(reason), `${reason[0]} (${reason[1]}): nothing there speaks of two`);
  for (const each of allowedLines) assert.ok(usedLines.has(each), `${each[0]}: no line like ${each[1]}`);
});
