// Everything that the page tells and shows of a battle, in each language, as it is kept in tests/told/page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { render } from '../../clients/node_modules/svelte/src/server/index.js';
import { descriptionOf, tableAt } from '../../clients/js/dist/table/index.js';
import { twoSided } from '../support/two_sided.mjs';
import { Goldens } from '../told/goldens.mjs';
import { webModules } from './web_modules.mjs';

// Whoever's device this is: texts and numbers are those of no region.
const languages = ['en', 'de', 'fr'];
Object.defineProperty(globalThis, 'navigator', { value: { languages } });
globalThis.document = { documentElement: { dataset: {} } };
globalThis.sessionStorage = globalThis.localStorage = { getItem: () => null };

process.env.NODE_ENV = 'production'; // components as they are shipped: those for developers look for a browser's tools
const load = await webModules();
const { needTexts, useLanguage } = await load('lib/i18n.svelte.ts');
for (const group of ['every', 'battle', 'forms', 'hints', 'map', 'more', 'pieces', 'replay', 'rules', 'rulings', 'shared', 'start']) await needTexts(group);

const { needDescription } = await load('lib/descriptions.ts');
const { Naming, choiceText, phaseLine } = await load('battle/naming.ts');
const { Story } = await load('battle/story.ts');
const { Gathered } = await load('battle/gathered.ts');
const { beatsOf } = await load('battle/stage/beats.ts');
const { chapterOf } = await load('battle/replay/chapters.ts');
const { judging } = await load('battle/replay/luck.ts');
const { luckText } = await load('battle/replay/luck_words.ts');
const { askedMoments, lateAt, turnBefore, turningBy } = await load('battle/replay/points.ts');
const { countsOf } = await load('battle/replay/totals.ts');
const { optionsOf, picksSort, questionOf } = await load('battle/decisions/options_of.ts');
const { sortsOf } = await load('battle/decisions/sorts.ts');
const { decisionWord, orderKinds, pieceWord } = await load('battle/orders/orders.ts');
const { factsOf } = await load('battle/piece_facts.ts');
const { factsOf: unitFacts } = await load('battle/map/describe.ts');
const { profilesOf } = await load('battle/map/arsenal.ts');
const { Board } = await load('battle/map/board.ts');
const { rulingsOf } = await load('lib/rulings.ts');
const { oddsMethod, presetWord } = await load('lib/words.ts');
const { symbolsOf } = await load('start/symbols.ts');
const { pointsOf } = await load('start/worth.ts');
const components = {};
for (const path of ['SetupView', 'TableView', 'decisions/Decision', 'hints/FirstTime', 'hints/RuleSays', 'map/MapTable', 'replay/VerdictView', 'room/Outcome'])
  components[path.split('/').at(-1)] = (await load(`battle/${path}.svelte`)).default;
components.RulesetRules = (await load('rules/RulesetRules.svelte')).default;

const run = (program, ...options) => execFileSync(program, options, { encoding: 'utf8', maxBuffer: 64 << 20 });
const battles = run(`${process.env.MUSTER_BUILD}/tests/told/told_battles`).trim().split('\n').map((line) => JSON.parse(line));
for (const ruleset of new Set(battles.map((battle) => battle.ruleset))) await needDescription(ruleset);
const catalogs = JSON.parse(run(process.env.MUSTER, 'rules', '--json'));

const entities = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" };

/** What a component says before it waits for anything, a line for each piece of text; in brackets what is only for who does not see it. */
function wordsOf(component, props) {
  const texts = render(components[component], { props })
    .body.replace(/<!--.*?-->/g, '')
    .replace(/<[^>]* aria-label="([^"]*)"/g, '\n[$1]\n$&')
    .replace(/<(?!\/?(?:span|strong|em|code)\b)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w+);/g, (_, name) => entities[name])
    .split('\n');
  return texts.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean).map((line) => `${line}\n`).join('');
}

const tones = { plain: ' ', heading: '#', quiet: '.', loss: '-', late: '!', talk: '"' };
const lineOf = (sentence) => (sentence ? `${tones[sentence.tone]}|${sentence.text}${sentence.seat ? ` @${sentence.seat}` : ''}\n` : '');

function asked(request, table, naming) {
  const { question, note } = questionOf(request, naming);
  const sorts = picksSort(request.kind, naming) ? sortsOf(request, table, naming) : null;
  const offered = [...(optionsOf(request, naming) ?? []), ...(sorts?.list ?? [])].map(({ words, note, label, usual, grave, choice }) =>
    [usual ? '  *' : grave ? '  !' : '   ', words, note && `(${note})`, label && `[${label}]`, JSON.stringify(choice)].filter(Boolean).join(' '),
  );
  return [`? ${request.seat}, ${decisionWord(request.kind, naming.ruleset)}: ${question}`, ...(note ? [`  ${note}`] : []), ...(sorts ? [`  of ${sorts.seat}`] : []), ...offered, `  ${choiceText(request.kind, request.default, naming)}`].map((line) => `${line}\n`).join('');
}

const headerOf = ({ ruleset, setup, seats }) => ({ ruleset, setup, seats: seats.map((seat) => ({ seat })) });

function namingOf({ setup, events, ...battle }, seat) {
  return new Naming(setup, tableAt(headerOf({ ...battle, setup }), events, events.length).names, seat, battle.ruleset);
}

/** The battle in words, in the present language, to whoever has that seat (null: none). */
function said(battle, seat) {
  const { ruleset, events, seats } = battle;
  const header = headerOf(battle);
  const catalog = catalogs.find(({ id }) => id === ruleset);
  const naming = namingOf(battle, seat);
  const story = new Story(events, naming);
  const judge = judging(header);
  let out = wordsOf('SetupView', { ...header, naming, catalog });
  const facts = new Set(tableAt(header, events, 0).sides.flatMap(({ pieces }) => pieces.flatMap((piece) => factsOf({ ruleset }, piece))));
  for (const line of facts) out += `i ${line}\n`;
  for (const { kind, words, pieces, answers } of orderKinds(catalog, header, seat ?? seats[0], naming))
    out += `o ${[kind, words, ...pieces.map((piece) => pieceWord(piece, naming)), ...answers.map((each) => `${each.words} ${JSON.stringify(each.choice)}`)].join(', ')}\n`;
  let before = '';
  for (const event of events) {
    const table = tableAt(header, events, event.seq);
    const lies = [phaseLine(table), ...(table.map ? [] : table.sides.map((side) => naming.side(side)))].join(' / ');
    const luck = judge(event);
    out += lineOf(story.at(event.seq)) + (luck ? `~ ${luckText(luck, naming)}\n` : '') + (lies === before ? '' : `= ${lies}\n`);
    before = lies;
    for (const { request } of battle.asked.filter(({ after }) => after === event.seq)) out += asked(request, table, naming);
  }
  return out;
}

/** What lies on the table and what is asked, as the first seat's page has it, in the present language. */
function seen(battle) {
  const { setup, events, asked, seats } = battle;
  const header = headerOf(battle);
  const naming = namingOf(battle, seats[0]);
  const scene = { beat: null, event: null, stretch: 1, moves: false };
  const at = (seq) => tableAt(header, events, seq);
  const field = ({ map }) => map.units.map(({ at: place }) => `${unitFacts(setup, new Board(setup), map, profilesOf(setup), null, place).join(' / ')}\n`).join('');
  const mapped = (table) => (table.map ? wordsOf('MapTable', { table, header, scene }) + field(table) : '');
  const lies = (table) => wordsOf('TableView', { table, header, naming, scene }) + mapped(table);
  const asks = ({ after, request }) => wordsOf('Decision', { request, header, naming, table: at(after), focus: {}, pieces: {}, pending: null, hints: false });
  const rolls = events.filter(({ event }) => event === 'rolled').map(({ seq, data: { roll, seat, purpose, groups } }) => ({ seq, roll, seat, purpose, holds: true, dice: groups.flatMap((each) => each.dice) }));
  const verified = wordsOf('VerdictView', { verdict: { holds: true, commitment: true, chain: true, rolls }, record: header, naming });
  const last = at(events.length);
  const around = { rematch: last.rematch, wish: null, live: { seat: null }, header: { ...header, options: { visibility: 'private' } }, naming, events, afterwards: {} };
  const ended = last.outcome ? wordsOf('Outcome', { outcome: last.outcome, table: last, ...around }) : '';
  return [...[1, 2, 3, 4].map((quarter) => lies(at(Math.ceil((events.length * quarter) / 4)))), ...asked.map(asks), ended, verified].join('--\n');
}

/** JSON that is the same whatever the order of the members. */
const written = (value) => JSON.stringify(value, (_, each) => (each && typeof each === 'object' && !Array.isArray(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each));

/** What a value has otherwise than the one before: a line for each leaf. */
function changes(before, now, path = '') {
  if (written(before) === written(now)) return [];
  if (now === null || typeof now !== 'object' || before === null || typeof before !== 'object') return [`  ${path} ${written(now)}\n`];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return keys.flatMap((key) => (key in now ? changes(before[key] ?? null, now[key], `${path}/${key}`) : [`  ${path}/${key} gone\n`]));
}

/** A table without what stands on it twice: under the names of a description it is compared in table.test.mjs. */
const readings = ({ fields: _, sides, ...table }) => ({ ...table, sides: sides.map(({ fields: _fields, tokens: _tokens, pieces, ...side }) => ({ ...side, pieces: pieces.map(({ beside: _beside, ...piece }) => piece) })) });

/** What the page makes of each event, whatever the language: how long it is shown, where one jumps to, luck, the moments for which the chances are asked, and how the table changes. */
function shown(battle) {
  const { events } = battle;
  const header = headerOf(battle);
  const first = tableAt(header, events, 0);
  const judge = judging(header);
  const description = descriptionOf(battle.ruleset);
  const [turning, beats] = [turningBy(description), beatsOf(description)];
  const turns = new Gathered(events, turnBefore(turning));
  let out = changes({}, readings(first)).join('');
  let [table, moments] = [first, ''];
  for (const event of events) {
    const { seq } = event;
    const stays = beats(event).map(({ beat, milliseconds, before }) => `, ${beat} ${milliseconds}${before ? ' before' : ''}`);
    const [chapter, late, luck] = [chapterOf(description)(event), lateAt(event), judge(event)];
    const now = askedMoments(turns.upTo(seq), event, turning).join(' ');
    const next = tableAt(header, events, seq);
    out += `${seq} ${event.event}${stays.join('')}\n`;
    if (chapter) out += `  chapter ${chapter.kind} ${chapter.number}\n`;
    if (late) out += `  late ${late.seat}\n`;
    if (luck) out += `  luck ${luck.seat} ${luck.measure} ${luck.value} of ${luck.expected.toFixed(6)}, ${luck.lucky ? 'lucky' : 'unlucky'} ${luck.chance.toFixed(6)}\n`;
    if (now !== moments) out += `  moments ${(moments = now)}\n`;
    out += changes(readings({ ...table, seq }), readings({ ...next, seq })).join('');
    table = next;
  }
  return `${out}left ${written(countsOf(first, table))}\n`;
}

/** What the page says of a ruleset before there is a battle, in the present language. */
function described(catalog) {
  const { id, presets, standing_orders: orders } = catalog;
  const lines = [symbolsOf(id), rulingsOf(id), ...[...(orders?.kinds ?? [])].map(({ kind }) => decisionWord(kind, id)), oddsMethod({ method: 'exact' }, id)];
  for (const each of presets) lines.push([presetWord(id, each.preset, each), catalog.seats.map((seat) => pointsOf(catalog, each.setup, seat))]);
  const kinds = Object.keys(catalog.choice_schemas);
  return wordsOf('RulesetRules', { catalog }) + lines.map((line) => `${JSON.stringify(line, null, 1)}\n`).join('') + wordsOf('FirstTime', { ruleset: id, close() {} }) + kinds.map((kind) => `${kind}: ${wordsOf('RuleSays', { ruleset: id, kind })}`).join('');
}

/** In each language, by language. */
async function inLanguages(tell) {
  const out = [];
  for (const language of languages) {
    await useLanguage(language);
    out.push([language, tell()]);
  }
  return out;
}

const joined = (texts) => texts.map(([language, text]) => `== ${language}\n${text}`).join('');

test('battles and rulesets are told as they are kept', async () => {
  const goldens = new Goldens('page');
  const all = await inLanguages(() => battles.map((battle) => [said(battle, null), said(battle, battle.seats[0]), seen(battle)]));
  battles.forEach(({ name, readable, ...battle }, index) => {
    const told = all.map(([language, texts]) => [language, texts[index]]);
    const [watched, ...others] = [0, 1, 2].map((what) => told.map(([language, texts]) => [language, texts[what]]));
    if (readable) {
      for (const [language, text] of watched) goldens.readable(`${name}.${language}`, text);
      goldens.readable(`${name}.shown`, shown(battle));
      goldens.hashed(`${name}.own`, others.map(joined).join(''));
    } else {
      goldens.hashed(`${name}.said`, [watched, ...others].map(joined).join(''));
      goldens.hashed(`${name}.shown`, shown(battle));
    }
  });
  for (const catalog of catalogs) goldens.hashed(`rules-${catalog.id}`, joined(await inLanguages(() => described(catalog))));
  goldens.finish();
});

/** A battle of that setup as these rules play it with these dice, to be told like the others. */
function resolved(name, scenario, seats) {
  const lines = execFileSync(process.env.MUSTER, ['resolve', '-', '--json'], { input: JSON.stringify(scenario), encoding: 'utf8', maxBuffer: 64 << 20 }).trim().split('\n');
  const events = lines.slice(0, -1).map((line, index) => ({ seq: index + 1, at: '', ...JSON.parse(line) }));
  return { name, ruleset: scenario.ruleset, setup: scenario.setup, seats, events, asked: [] };
}

/** That an ending comes of one who is left, or of all, is rarer than the battles that are told. */
const endedBy = (battle, reason) => ({ ...battle, events: [...battle.events.slice(0, -1), { ...battle.events.at(-1), data: { ...battle.events.at(-1).data, winner: battle.seats[0], reason } }] });

test('of more than two, nobody is told of the other side, of both, or of an opponent', async () => {
  const { setup } = catalogs.find(({ id }) => id === 'theatre').presets.find(({ preset }) => preset === 'inner_sea');
  const dice = Array.from({ length: 4000 }, (_, each) => ((each * 7 + (each >> 3)) % 6) + 1);
  const sea = resolved('inner_sea', { ruleset: 'theatre', setup, dice, choices: [], policy: 'listed' }, setup.nations.map(({ seat }) => seat));
  const eight = ['red', 'blue', 'green', 'gold', 'grey', 'white', 'black', 'brown'];
  const choices = eight.slice(0, 4).map((seat) => ({ seat, kind: 'throw', choice: { roll: '2d6', for: 'all' } }));
  const table = resolved('eight', { ruleset: 'dice', setup: { seats: eight, throws: 4 }, dice: dice.slice(0, 8), choices }, eight);
  const many = [...battles.filter(({ seats }) => seats.length > 2), sea, table];
  for (const [ruleset, seats] of [['theatre', 4], ['dice', 8], ['armies', 3]]) assert.ok(many.some((battle) => battle.ruleset === ruleset && battle.seats.length >= seats), ruleset);
  for (const { name, events } of [sea, table]) assert.equal(events.at(-1).event, 'battle_ended', name);
  const endings = ['conceded', 'abandoned', 'timeout', 'agreed', 'limit', 'annihilation'].flatMap((reason) => many.filter(({ ruleset, events }, index) => events.at(-1).event === 'battle_ended' && many.findIndex((each) => each.ruleset === ruleset) === index).map((battle) => endedBy(battle, reason)));
  const claimed = { ...sea, events: [...sea.events.slice(0, -1), { seq: sea.events.length, at: '', event: 'claimed', data: { seat: sea.seats[0] } }] };
  const told = await inLanguages(() => [
    ...many.map((battle) => [battle.name, said(battle, null) + said(battle, battle.seats[0]) + seen(battle)]),
    ...[...endings, claimed].map((battle) => [`the end of ${battle.name}`, [null, ...battle.seats.slice(0, 2)].map((seat) => said(battle, seat)).join('')]),
  ]);
  const found = told.flatMap(([language, texts]) => texts.flatMap(([name, text]) => text.split('\n').filter((line) => twoSided[language].test(line)).map((line) => `${name}: ${line}`)));
  assert.deepEqual([...new Set(found)], []);
});
