// The fold of events to a table: each ruleset's battle ends on the table as its record says, and any moment is the same however it is asked for.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { advance, advanceCampaign, describeRuleset, descriptionOf, sideOf, startCampaign, startTable, tableAt, textAt } from '../../clients/js/dist/table/index.js';
import { units } from '../../clients/js/dist/generated/roster.js';
import { keptRecords } from './kept_records.mjs';

const kept = [...keptRecords(1), ...keptRecords(2)];

const folded = (record) => record.events.reduce(advance, startTable(record));
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/** How many pieces of a seat are left on the table. */
function left(table, seat) {
  if (table.map) return table.map.units.filter((unit) => unit.seat === seat && !unit.destroyed).length;
  const side = sideOf(table, seat);
  return table.ruleset === 'armies' ? side.population + side.armies : sum(side.pieces.map((piece) => piece.living));
}

/** The same of a campaign, whose map is folded apart. */
function leftOnMap(record, seat) {
  const { areas } = record.events.reduce(advanceCampaign, startCampaign(record.setup));
  return sum([...areas.values()].map((sides) => sides.get(seat)).map((held) => (held ? held.population + held.armies : 0)));
}

/** Of both seats. */
const all = (table) => sum(table.sides.map(({ seat }) => left(table, seat)));

/** By ruleset: a battle in which something was lost. Kept ones: in a new one chance may spare everybody. */
const records = new Map(kept.filter((record) => all(folded(record)) < all(startTable(record))).map((record) => [record.ruleset, record]));

test('at the end of a battle of each ruleset the table has what the record says is left', () => {
  assert.deepEqual([...records.keys()].sort(), ['advanced-combat', 'armies', 'fleet-combat', 'phased-combat', 'simple-combat']);
  for (const record of kept) {
    const table = folded(record);
    const which = `${record.ruleset} ${record.battle}`;
    assert.equal(table.stage, 'over', which);
    assert.equal(table.seq, record.events.length, which);
    assert.deepEqual(table.outcome, record.outcome, which);
    for (const [seat, count] of Object.entries(record.outcome.survivors)) assert.equal(record.ruleset === 'theatre' ? leftOnMap(record, seat) : left(table, seat), count, `${which}: ${seat}`);
  }
});

test('any moment is the same, in whatever order moments are asked for', () => {
  for (const [ruleset, record] of records) {
    const step = [startTable(record)];
    for (const event of record.events) step.push(advance(step.at(-1), event));
    for (const order of [[...step.keys()].reverse(), [...step.keys()], [-1, step.length + 5]]) {
      const fresh = { ...record, setup: structuredClone(record.setup) }; // snapshots are kept by setup
      for (const seq of order) assert.deepEqual(tableAt(fresh, record.events, seq), step[Math.min(Math.max(seq, 0), step.length - 1)], `${ruleset} at ${seq}`);
    }
  }
});

test('snapshots are kept: what lies on a table that was passed is not made again', () => {
  const record = records.get('phased-combat');
  const events = Array.from({ length: 240 }, (_, i) => ({ seq: i + 1, at: '', event: 'round_started', data: { round: i + 1 } }));
  let read = 0;
  const watched = new Proxy(events, { get: (target, key) => (/^\d+$/.test(String(key)) && ++read, target[key]) });
  assert.equal(tableAt(record, watched, 240).round, 240);
  assert.equal(read, 240);
  assert.equal(tableAt(record, watched, 230).round, 230);
  assert.equal(read, 240 + 30);
});

test('who goes on takes a step for each event, as does who follows a little later', () => {
  const record = { ...records.get('phased-combat'), setup: {} };
  const events = Array.from({ length: 240 }, (_, i) => ({ seq: i + 1, at: '', event: 'round_started', data: { round: i + 1 } }));
  let read = 0;
  const watched = new Proxy(events, { get: (target, key) => (/^\d+$/.test(String(key)) && ++read, target[key]) });
  const behind = 30;
  for (let seq = 1; seq <= 240 + behind; ++seq) {
    if (seq <= 240) assert.equal(tableAt(record, watched, seq).round, seq);
    assert.equal(tableAt(record, watched, seq), tableAt(record, watched, seq));
    if (seq > behind) assert.equal(tableAt(record, watched, seq - behind).round, seq - behind);
  }
  assert.ok(read <= 2 * 240, `${read} steps`);
});

test('an event that nobody knows only counts, and no table is changed by a step', () => {
  for (const [ruleset, record] of records) {
    const start = startTable(record);
    const kept = structuredClone(start);
    assert.deepEqual(advance(start, { seq: 7, at: '', event: 'of_a_later_server', data: { seat: 'attacker', count: 3 } }), { ...start, seq: 7 }, ruleset);
    record.events.reduce(advance, start);
    assert.deepEqual(start, kept, ruleset);
  }
});

test('events without their fields, or with others, break nothing', () => {
  for (const record of records.values()) {
    for (const event of new Set(record.events.map((each) => each.event))) {
      for (const data of [{}, { seat: 7, units: 'many', lost: [null, 3], groups: {}, path: [[]], shots: [1] }]) {
        assert.equal(advance(startTable(record), { seq: 1, at: '', event, data }).seq, 1);
      }
    }
  }
});

const run = (program, options = {}) => execFileSync(`${process.env.MUSTER_BUILD}/tests/${program}`, { encoding: 'utf8', maxBuffer: 256 << 20, ...options }).trim().split('\n').map((line) => JSON.parse(line));

/** What the C++ that stands behind the terminal has on a table: rules/describe/table.hpp. */
function asRulesHaveIt({ fields, sides, map }) {
  const counted = ({ unit, enhanced, start, living, forward, fallen, supported }) => ({ unit, enhanced, start, living, forward, fallen, supported });
  const standing = ({ id, profile, at, damage, destroyed, moved, fired }) => ({ id, profile, at, damage, destroyed, moved, fired });
  const sideHas = ({ seat, pieces, tokens, fields: own }) => ({ seat, pieces: pieces.map(counted), tokens: tokens.map(counted), board: (map?.units ?? []).filter((unit) => unit.seat === seat).map(standing), fields: own });
  return { fields, sides: sides.map(sideHas) };
}

/** Fails unless both fold these battles to the same tables, moment for moment. */
function compareFolds(battles) {
  const byRules = run('rules/told_tables', { input: battles.map(({ ruleset, setup, seats, events }) => `${JSON.stringify({ ruleset, setup, seats, events })}\n`).join('') });
  battles.forEach(({ name, ruleset, setup, seats, events }, which) => {
    let table = startTable({ ruleset, setup, seats: seats.map((seat) => ({ seat })) });
    byRules[which].forEach((due, at) => {
      if (at > 0) table = advance(table, { seq: at, at: '', ...events[at - 1] });
      assert.deepEqual(asRulesHaveIt(table), due, `${name}, event ${at}`);
    });
  });
}

// The setups of older records leave out the units that everybody knows.
const roster = units.map(([unit, kind]) => ({ unit, class: kind }));
const told = run('told/told_battles').map((battle) => (descriptionOf(battle.ruleset).table.roster ? { ...battle, setup: { ...battle.setup, roster: [...roster, ...(battle.setup.roster ?? [])] } } : battle));

test('the SDK and the program make the same table of every event, for each ruleset', () => {
  assert.deepEqual([...new Set(told.map(({ ruleset }) => ruleset))].sort(), [...records.keys(), 'dice', 'theatre'].sort()); // of these no records are kept
  compareFolds(told);
});

test('and of events that no server sends', () => {
  let state = 1;
  const below = (most) => (state = (state * 48271) % 2147483647) % most;
  const pick = (list) => list[below(list.length)];
  const values = [null, true, 0, 3, -2, 'attacker', 'south', 'army', [], {}, [null, 3], [{ unit: 'tanks', count: 2 }], [{ unit: 'knights', enhanced: true, aircraft: 'jets' }], [[1, 2], [2, 2]], [{ target: 's1', damaged: true, power: 1, destroyed: true }]];
  const spoilt = (data) => Object.fromEntries(Object.entries(data).flatMap(([key, value]) => (below(4) === 0 ? (below(3) === 0 ? [] : [[key, pick(values)]]) : [[key, value]])));
  for (let round = 0; round < 5; ++round)
    compareFolds(told.map((battle) => ({ ...battle, events: battle.events.filter(() => below(6) > 0).map(({ event, data }) => ({ event, data: spoilt(data) })) })));
});

test('a ruleset that the SDK was built without is known as soon as it is described', () => {
  const description = { table: { tokens: [{ unit: 'stones', at: '/stones' }] }, events: { taken: { does: [{ op: 'lose', seat: '/who', unit: 'stones' }, { op: 'set', field: 'last', from: '/who' }, { op: 'of_a_later_server' }] } } };
  const battle = { ruleset: 'nim', setup: { one: { stones: 3 }, two: { stones: 2 }, three: { stones: 1 } }, seats: [{ seat: 'one' }, { seat: 'two' }, { seat: 'three' }] };
  const events = [{ seq: 1, at: '', event: 'taken', data: { who: 'three' } }];
  const stones = () => tableAt(battle, events, 1).sides.map(({ tokens }) => tokens.map(({ living, fallen }) => [living, fallen]));
  assert.equal(descriptionOf('nim'), undefined);
  assert.deepEqual(stones(), [[], [], []]);
  describeRuleset('nim', description);
  assert.deepEqual(stones(), [[[3, 0]], [[2, 0]], [[0, 1]]]);
  assert.equal(tableAt(battle, events, 1).fields.last, 'three');
});

test('a place that is all of it has the word that stands there', () => {
  assert.equal(textAt('north', ''), 'north');
  assert.equal(textAt({ seat: 'north' }, '/seat'), 'north');
  assert.equal(textAt({ seat: 'north' }, 'south'), 'south');
});
