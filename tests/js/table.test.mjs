// The fold of events to a table: each ruleset's battle ends on the table as its record says, and any moment is the same however it is asked for.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { advance, sideOf, startTable, tableAt } from '../../clients/js/dist/table/index.js';
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
    for (const [seat, count] of Object.entries(record.outcome.survivors)) assert.equal(left(table, seat), count, `${which}: ${seat}`);
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
