// The program's verifier and the SDK's say the same of whatever somebody has made of a record. MUSTER_FUZZ_SEED: a number, or "random";
// MUSTER_FUZZ_RECORDS: how many.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

import { verifyRecord } from '../../clients/js/dist/node.js';
import { keptRecords } from './kept_records.mjs';
import { chance, mutated } from './mutations.mjs';

const judges = process.env.MUSTER_JUDGE_RECORDS;
const count = Number(process.env.MUSTER_FUZZ_RECORDS ?? 4_000);
const seed = process.env.MUSTER_FUZZ_SEED === 'random' ? Math.floor(Math.random() * 2 ** 32) : Number(process.env.MUSTER_FUZZ_SEED ?? 1);

/** The program, asked record by record; it answers in their order. */
class Program {
  constructor(t) {
    this.child = spawn(judges, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    t.after(() => this.child.kill());
  }

  async judge(text) {
    this.child.stdin.write(`${text}\n`);
    const { value, done } = await this.lines.next();
    assert.ok(!done, `the program ended at ${text.slice(0, 200)}`);
    return JSON.parse(value);
  }
}

/** As the program has it, which leaves out what says nothing. */
function toldOfSeat({ keys, missing, seat, signed }) {
  return { ...(keys.length && { keys }), ...(missing.length && { missing }), seat, signed };
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort());

/** What the SDK says, as the program tells it. */
async function judgedHere(text) {
  const { holds, problem, rolls, signatures, byWord } = await verifyRecord(text);
  if (problem?.kind === 'no_json') return { no_json: true, holds };
  return { holds, rolls: rolls.length, ...(byWord && { by_word: sorted(byWord) }), ...(signatures && { signatures: signatures.map(toldOfSeat) }), ...(problem && { path: problem.path, message: problem.message }) };
}

/** Both verdicts if they differ, without what only the rules tell. */
async function difference(program, text) {
  const [here, { rules, ...there }] = await Promise.all([judgedHere(text), program.judge(text)]);
  if (there.message) there.message = there.message.replace(/; did you mean ".*"\?$/, ''); // only there it knows what is meant
  const same = JSON.stringify(Object.entries(here).sort()) === JSON.stringify(Object.entries(there).sort()) && !(rules && !here.holds);
  return { here, there, rules, same };
}

/** As few of the changes as still make a difference. */
async function fewest(program, original, other, changes) {
  const differs = async (these) => !(await difference(program, mutated(original, other, these).text)).same;
  for (const without of [{ isForged: false }, { spelling: null }]) if (await differs({ ...changes, ...without })) Object.assign(changes, without);
  for (let i = 0; i < changes.numbers.length; ) {
    const numbers = changes.numbers.filter((_, at) => at !== i);
    if (await differs({ ...changes, numbers })) changes.numbers = numbers;
    else ++i;
  }
  return changes;
}

test(`both verifiers say the same of ${count} changed records (MUSTER_FUZZ_SEED=${seed})`, async (t) => {
  const program = new Program(t);
  const records = [...keptRecords(1), ...keptRecords(2)].filter((record) => JSON.stringify(record).length < 25_000);
  const random = chance(seed);
  const seen = { held: 0, but_for_rules: 0, unread: 0, problems: new Set() };
  let differing = 0;
  for (let i = 0; i < count && differing < 20; ++i) {
    const [original, other] = [records[random(records.length)], records[random(records.length)]];
    const numbers = Array.from({ length: 1 + random(random(4) + 1) }, () => random(2 ** 32));
    const changes = { numbers, isForged: random(3) > 0, spelling: random(20) === 0 ? random(2 ** 32) : null };
    const { here, rules, same } = await difference(program, mutated(original, other, changes).text);
    if (here.holds) ++seen[rules ? 'held' : 'but_for_rules'];
    if (here.no_json) ++seen.unread;
    if (here.message) seen.problems.add(`${here.path} ${here.message}`.replace(/".*"|\d+/g, '*'));
    if (same) continue;
    ++differing;
    const least = mutated(original, other, await fewest(program, original, other, changes));
    const file = `${process.env.MUSTER_BUILD}/differs-${seed}-${i}.json`;
    writeFileSync(file, least.text);
    const { same: _same, ...said } = await difference(program, least.text);
    console.log(`record ${i} ("${original.title}"): ${least.told.join(', ')}: ${JSON.stringify(said)}; see ${file}`);
  }
  console.log(`MUSTER_FUZZ_SEED=${seed}: ${seen.held} held, ${seen.but_for_rules} but for the rules, ${seen.unread} were not read; ${seen.problems.size} kinds of problems`);
  assert.equal(differing, 0);
  if (count >= 4_000) assert.ok(seen.held > count / 50 && seen.but_for_rules > count / 50 && seen.problems.size > 200, 'records of enough kinds');
});

test('neither verifier is harmed by what no record is', async (t) => {
  const program = new Program(t);
  const [record] = keptRecords(2, /conceded/);
  const more = (key, value) => JSON.stringify({ ...record, [key]: value });
  const many = 20_000;
  const texts = {
    'too deep': '['.repeat(1_000_000),
    'too deep with keys': '{"a":'.repeat(1_000_000),
    'too deep and closed': '['.repeat(1_000_000) + ']'.repeat(1_000_000),
    'a number of a million digits': more('seats', 1).replace('"seats":1', `"seats":${'9'.repeat(1_000_000)}`),
    'a long fraction': more('seats', 1).replace('"seats":1', `"seats":0.${'9'.repeat(1_000_000)}`),
    'a text without an end': `"${'\\"'.repeat(1_000_000)}`,
    'nothing but backslashes': `"${'\\'.repeat(1_000_001)}"`,
    'a long name': more('title', 'x'.repeat(2_000_000)),
    'a long field': more('x'.repeat(1_000_000), 1),
    'many fields': more('setup', Object.fromEntries(Array.from({ length: many }, (_, i) => [`f${i}`, i]))),
    'many fields that are not': JSON.stringify({ ...record, ...Object.fromEntries(Array.from({ length: many }, (_, i) => [`f${i}`, i])) }),
    'many seats': more('seats', Array.from({ length: many }, () => record.seats[0])),
    'many inputs': more('inputs', Array.from({ length: many }, () => record.inputs[0])),
    'many notes': more('events', [...record.events.slice(0, 1), ...Array.from({ length: many }, (_, i) => ({ seq: i + 2, at: '', event: 'said', data: {} }))]),
    'many dice': more('events', [...record.events.slice(0, 1), { seq: 2, at: '', event: 'rolled', data: { groups: [{ dice: Array.from({ length: many }, () => 6) }] } }]),
    nothing: '',
  };
  for (const [what, text] of Object.entries(texts)) {
    const { here, there, same } = await difference(program, text);
    assert.ok(same && !here.holds, `${what}: ${JSON.stringify({ here, there }).slice(0, 500)}`);
  }
  const round = [];
  round.push(round);
  for (const odd of [undefined, () => 1, 7n, round, { ...record, events: round }, { ...record, setup: { toJSON: 1, valueOf: 1 } }, new Map(), JSON.parse('['.repeat(5000) + ']'.repeat(5000))]) {
    assert.equal((await verifyRecord(odd)).holds, false);
  }
});
