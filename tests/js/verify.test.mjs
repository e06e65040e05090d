// No record that was changed holds, as far as it can be told without the rules.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, ended, keptRecords, newBattle, next, playDefaults, startServer, verifyRecord } from './support.mjs';

async function talkAndConcede(north, south) {
  await north.say('hello');
  await north.offerDraw();
  await south.answerDraw(false);
  await south.concede();
}

// Everything that can be in a record: talk, seals, readiness, draws, dice, a concession; and some of the time before muster/2.
async function realRecords(t) {
  const server = await startServer(t);
  const muster = connect(t, server);
  const records = [];
  for (const ruleset of ['advanced-combat', 'phased-combat', 'fleet-combat', 'simple-combat']) {
    const { battle, tokens } = await newBattle(muster, ruleset, { options: { title: 'T', confirm: true } });
    const feeds = Object.values(tokens).map((token) => muster.follow(battle, { token, name: 'Grüße 😀' }));
    for (const feed of feeds) feed.on('requests', (requests) => requests.forEach(({ kind, decision }) => kind === 'ready' && feed.choose(decision, 'default')));
    await next(feeds[0], 'event', ({ event }) => event === 'battle_started');
    if (ruleset === 'simple-combat') await talkAndConcede(...feeds);
    else feeds.forEach(playDefaults);
    await ended(feeds[0]);
    records.push(await muster.record(battle));
  }
  return [...records, ...keptRecords(1, /armies-confirmed|fleet-combat-bots-2|agreed|forfeit/)];
}

function* leaves(json, path = '') {
  if (typeof json !== 'object' || json === null || Object.keys(json).length === 0) return yield path;
  for (const [key, value] of Object.entries(json)) yield* leaves(value, `${path}/${key}`);
}

function at(record, path) {
  return path.split('/').slice(1).reduce((json, key) => json[key], record);
}

function withLeaf(record, path, value) {
  const forged = structuredClone(record);
  const keys = path.split('/').slice(1);
  const last = keys.pop();
  const parent = keys.reduce((json, key) => json[key], forged);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return forged;
}

// The same kind of value, another one; hex stays hex.
function changed(leaf) {
  if (typeof leaf === 'boolean') return !leaf;
  if (typeof leaf === 'number') return leaf === 6 ? 5 : leaf + 1;
  if (leaf === null) return 'attacker';
  if (typeof leaf !== 'string') return 1;
  return leaf.slice(0, -1) + (leaf.endsWith('0') ? '1' : '0');
}

const eventAt = (record, path) => record.events[/^\/events\/(\d+)/.exec(path)?.[1]];
const kindOf = (record, path) => `${path.replace(/\/\d+(?=\/|$)/g, '/*')} of ${eventAt(record, path)?.event ?? 'the record'}`;

// What proof and repetition vouch for; undefined: it depends. Times, and the words of most notes, follow from nothing.
const free = new Set(['said', 'seat_handed_over', 'clock_credited']);
const sealing = new Set(['decision_sealed', 'decision_unsealed']);
function isVouched(record, path) {
  const event = eventAt(record, path);
  if (!event) return !['/created_at', '/finished_at'].includes(path);
  if (path.endsWith('/at')) return false;
  if (/^\/events\/\d+\/seq$/.test(path)) return true;
  if (record.format === 'muster.record/1') return isVouchedByTheFirst(event, path);
  if (path.endsWith('/event')) return event.event === 'rolled' ? undefined : true; // found by the rolls after it, if there are some
  return sealing.has(event.event) ? undefined : !free.has(event.event);
}

// There the rest of an event follows from the rules alone.
const vouched = new Set(['battle_created', 'seat_taken', 'battle_started', 'chosen', 'draw_offered', 'draw_answered', 'conceded', 'forfeited', 'battle_ended']);
function isVouchedByTheFirst({ event, data }, path) {
  if (event === 'rolled') return path.endsWith('/event') ? undefined : /\/data\/(roll|groups\/\d+\/dice)(\/|$)/.test(path);
  if (vouched.has(event)) return !data.forced || path.endsWith('/forced');
  return sealing.has(event) || (free.has(event) && path.endsWith('/event')) ? undefined : false;
}

// The verdict points at the change, or at the other place where the record says the same.
function pointsAt(record, path, named) {
  const over = (upper, lower) => lower === upper || lower.startsWith(`${upper}/`);
  if (over(named, path) || (path === '/commitment' && named === '/server_seed')) return true;
  if (path.startsWith('/inputs/')) return over(`/events/${record.inputs[path.split('/')[2]].seq - 1}`, named);
  if (path.startsWith('/seats/')) return /^\/(seats|events)\//.test(named);
  if (['/shown', '/signature'].includes(named)) return record.format === 'muster.record/2';
  if (/^\/events\/\d+\/data\/(name|nonce|seat|accept)$/.test(path) && named.startsWith('/inputs/')) return true; // what notes lead to
  return over(`/events/0/data${path}`, named) || over(named, `/events/0/data${path}`) || named === '/chain' || named === '/server_seed' || named.startsWith('/outcome');
}

test('every kind of value that is changed is found, and named', async (t) => {
  let found = 0;
  for (const record of await realRecords(t)) {
    const verdict = await verifyRecord(record);
    assert.equal(verdict.problem, undefined);
    const seen = new Set();
    for (const path of leaves(record)) {
      const kind = kindOf(record, path);
      if (seen.has(kind) && !path.includes('/dice/')) continue;
      seen.add(kind);
      const expected = isVouched(record, path);
      if (expected === undefined) continue;
      const forged = await verifyRecord(withLeaf(record, path, changed(at(record, path))));
      assert.equal(forged.holds, !expected, `${record.format} ${kind}: ${path}`);
      if (forged.holds) continue;
      ++found;
      assert.ok(pointsAt(record, path, forged.problem.path), `${path} is named ${forged.problem.path}: ${forged.problem.message}`);
      if (!path.includes('/dice/')) continue;
      assert.equal(forged.problem.path, path);
      assert.deepEqual(forged.rolls.filter(({ holds }) => !holds).map(({ seq }) => seq), [eventAt(record, path).seq], 'only that roll is red');
      assert.ok(forged.commitment && forged.chain);
    }
  }
  assert.ok(found > 150, `${found} changes found`);
});

test('values of another type and missing ones are found, and never make it throw', async (t) => {
  for (const record of await realRecords(t)) {
    const seen = new Set();
    for (const path of leaves(record)) {
      const kind = kindOf(record, path);
      if (seen.has(kind)) continue;
      seen.add(kind);
      for (const other of [undefined, null, true, [1], { a: 1 }, -1, 'zz']) {
        if (JSON.stringify(at(record, path)) === JSON.stringify(other)) continue;
        const { holds } = await verifyRecord(withLeaf(record, path, other));
        if (isVouched(record, path)) assert.equal(holds, false, `${path} made ${JSON.stringify(other)}`);
      }
    }
  }
  for (const odd of [null, 7, 'text', [], {}]) assert.equal((await verifyRecord(odd)).holds, false);
});

// A refusal of a draw leads to nothing: a note like these.
const mayBeMissing = new Set([...free, ...sealing, 'draw_answered']);

test('an event or input that is taken out, doubled or moved is found, also when all are counted anew', async (t) => {
  const renumbered = (record) => {
    const moved = new Map(record.events.map(({ seq }, index) => [seq, index + 1]));
    record.events.forEach((event, index) => (event.seq = index + 1));
    for (const input of record.inputs) input.seq = moved.get(input.seq) ?? input.seq;
    return record;
  };
  const holds = async (record) => (await verifyRecord(record)).holds;
  for (const record of await realRecords(t)) {
    const rolls = record.events.filter(({ event }) => event === 'rolled').length;
    for (const list of ['events', 'inputs']) {
      for (let i = 0; i < record[list].length; ++i) {
        const what = `${list} ${i}: ${JSON.stringify(record[list][i])}`;
        const without = structuredClone(record);
        without[list].splice(i, 1);
        assert.equal(await holds(without), false, what);
        const { event, data } = record.events[i] ?? {};
        const early = event === 'rolled' && data.roll < rolls - 1; // only the rules know that a last one was due
        const counts = list === 'inputs' || early || (record.format === 'muster.record/1' ? vouched.has(event) && !data.forced : !mayBeMissing.has(event));
        if (counts) assert.equal(await holds(renumbered(without)), false, what);
        const doubled = structuredClone(record);
        doubled[list].splice(i, 0, structuredClone(record[list][i]));
        assert.equal(await holds(doubled), false, what);
      }
    }
  }
});

test('a battle that is not over cannot be verified yet', async (t) => {
  const muster = connect(t, await startServer(t));
  const { battle } = await newBattle(muster, 'armies');
  const { holds, problem, rolls } = await verifyRecord(await muster.record(battle));
  assert.deepEqual([holds, problem.path, rolls], [false, '/server_seed', []]);
});
