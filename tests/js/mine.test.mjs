// What a device keeps of its seats: stored before anything is sent, compared with what the server signs later and with the record. The records and
// devices of tests/protocol/mine_cases.cpp, of which the program says the same; and battles on a real server.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { test } from 'node:test';

import canonicalize from '../../clients/node_modules/canonicalize/lib/canonicalize.js';
import { forged, newKey } from './forger.mjs';
import {
  MemoryKeeping, connect, ended, followingOf, keptRecords, merged, newBattle, next, readMine, refusedAs, serverAddress, startScripted, startServer, until, verifyRecord,
} from './support.mjs';

test('of the records that both know, the SDK names the same difference as the program, in the same words', async () => {
  const lines = execFileSync(process.env.MUSTER_KEPT_CASES, { encoding: 'utf8', maxBuffer: 64 << 20 }).trim().split('\n');
  assert.ok(lines.length > 20, `${lines.length} cases`);
  let different = 0;
  for (const { name, record, kept, breach } of lines.map((line) => JSON.parse(line))) {
    const { holds, mine } = await verifyRecord(record, { mine: { seats: [kept] } });
    assert.equal(holds, true, name);
    const { kind, path, message } = mine[0]?.problem ?? {};
    assert.deepEqual({ kind, path, message }, { kind: breach?.kind, path: breach?.path, message: breach?.message }, name);
    assert.equal(mine[0]?.agrees ?? true, breach === null, name);
    if (breach) ++different;
  }
  assert.ok(different > 14, `${different} that differ`);
});

/** Plays every default; what comes of each choice. */
function answered(feed) {
  const answers = [];
  const made = new Set();
  feed.on('requests', (requests) => {
    for (const { decision } of requests) {
      if (made.has(decision)) continue;
      made.add(decision);
      answers.push(feed.choose(decision, 'default'));
    }
  });
  return answers;
}

test('a battle that is played agrees with what both devices kept, under all rules', async (t) => {
  const server = await startServer(t);
  for (const ruleset of ['advanced-combat', 'phased-combat', 'fleet-combat', 'armies', 'simple-combat']) {
    const keepings = [new MemoryKeeping(), new MemoryKeeping()];
    const musters = keepings.map((keeping) => connect(t, server, { keeping }));
    const { battle, tokens } = await newBattle(musters[0], ruleset, { options: { title: 'Kept' } });
    const feeds = Object.values(tokens).map((token, i) => musters[i].follow(battle, { token }));
    const answers = feeds.map(answered);
    feeds.forEach((feed) => feed.on('broken', (problem) => assert.fail(problem.message)));
    await Promise.all(feeds.map(ended));
    await Promise.all(answers.flat());
    await Promise.all(feeds.map((feed) => feed.settled()));
    const record = await musters[0].record(battle);
    for (const [i, token] of Object.values(tokens).entries()) {
      const keeping = keepings[i];
      const place = { server: serverAddress(server.url), battle, token };
      const kept = keeping.seat(place);
      const own = record.inputs.filter(({ input }) => input.seat === kept.seat);
      assert.equal(kept.nonce, own[0].input.nonce);
      assert.equal(kept.since, 0);
      assert.equal(kept.sent.length, own.length - 1);
      assert.ok(kept.sent.every(({ accepted }) => accepted));
      assert.deepEqual(keeping.keys(place.server), [record.server_key]);
      const [verdict] = (await verifyRecord(record, { mine: { seats: [kept] } })).mine;
      assert.deepEqual(verdict, { seat: kept.seat, agrees: true, sent: own.length - 1, inputs: record.inputs.length });
    }
  }
});

test('what is sent is kept before it is; what cannot be kept is not sent', async (t) => {
  const order = [];
  class Watched extends MemoryKeeping {
    keep(kept) {
      if (this.full) throw new Error('the disk is full');
      order.push(['keep', kept.sent?.map(({ kind, accepted }) => [kind, accepted ?? false])]);
      super.keep(kept);
    }
  }
  const keeping = new Watched();
  const server = await startServer(t);
  const muster = connect(t, server, { keeping });
  const { battle, tokens } = await newBattle(muster, 'advanced-combat');
  const [attacker, defender] = Object.values(tokens).map((token) => muster.follow(battle, { token }));
  await Promise.all([attacker.ready, defender.ready]);
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  const [{ decision, kind }] = attacker.requests;
  order.length = 0;
  await attacker.choose(decision, 'default');
  const sent = order.filter(([, inputs]) => inputs?.length);
  assert.deepEqual(sent[0], ['keep', [[kind, false]]]);
  assert.deepEqual(sent.at(-1)[1].at(-1), [kind, true]);
  await Promise.all([attacker.settled(), defender.settled()]);
  keeping.full = true;
  await assert.rejects(attacker.concede(), /the disk is full/);
  keeping.full = false;
  assert.equal((await muster.battle(battle)).status, 'running');
});

// A server with a key of its own that says what the test lets it.
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const u32 = (value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
function storyteller(battle, key = newKey()) {
  const frame = { ruleset: 'armies', ruleset_version: 1, title: 'A trial', setup: { a: 1 }, options: { on_timeout: 'default' }, commitment: '11'.repeat(32), server_key: key.hex };
  const startOf = ({ setup, title, options, commitment }) =>
    sha256(`muster/2\0${battle}\0armies@1\0`, Buffer.from(key.hex, 'hex'), Buffer.from(commitment, 'hex'), canonicalize({ options, setup, title }));
  const head = (inputs, story = 'a', of = frame) => {
    const [chain, shown] = [sha256(`chain ${story} ${inputs}`), sha256(`shown ${story} ${inputs}`)];
    const text = Buffer.concat([Buffer.from('muster/head/2'), startOf(of), u32(0), u32(inputs), chain, shown]);
    const signature = sign('sha256', text, { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex');
    return { inputs, chain: chain.toString('hex'), shown: shown.toString('hex'), signature };
  };
  return { frame, head };
}

/** What a device says is broken when it follows, each visit with what `visits` gives for it. */
async function told(t, battle, keeping, visits) {
  const problems = [];
  let visit = 0;
  const scripted = await startScripted(t, ({ say }, message) => {
    if (message.type !== 'follow') return;
    const { events = [], ...following } = visits[visit++];
    say(followingOf(message, events.length, following));
    for (const event of events) say({ type: 'event', battle, ...event });
  });
  for (let i = 0; i < visits.length; ++i) {
    const muster = connect(t, scripted, { keeping: { seat: (place) => keeping.seat({ ...place, server: 'x' }), taking: () => undefined, keep: (kept) => keeping.keep({ ...kept, server: 'x' }), keys: () => keeping.keys('x'), keepKey: (_server, key) => keeping.keepKey('x', key) } });
    const feed = muster.follow(battle, { token: 'secret' });
    feed.on('broken', ({ kind, message, path }) => problems.push([i, kind, path, message]));
    feed.on('key_changed', () => problems.push([i, 'key']));
    await next(feed, 'caught_up');
    await feed.settled();
    muster.close();
  }
  return problems;
}

test('a fork, a step back, a changed setup, a head that is not signed and another key are told as they are heard', async (t) => {
  const battle = 'a-battle-of-a-liar';
  const { frame, head } = storyteller(battle);
  const keeping = new MemoryKeeping();
  const say = (signed_head, change = {}) => ({ ...frame, ...change, signed_head });
  const heard = await told(t, battle, keeping, [
    say(head(5)),
    say(head(5)),
    say(head(7)),
    say(head(6)),
    say(head(7, 'b')),
    say({ ...head(8), signature: 'ab'.repeat(64) }),
    say(head(9), { setup: { a: 2 } }),
    say(head(9, 'a', { ...frame, title: 'Other' })),
  ]);
  assert.deepEqual(heard, [
    [3, 'went_back', '', 'after input 6: the battle has gone back; the server had signed 7 inputs for this device'],
    [4, 'went_back', '', 'after input 6: the battle has gone back; the server had signed 7 inputs for this device'], // told again to whoever comes back
    [4, 'two_heads', '', 'after input 7: the server signed two different histories of this battle'],
    [5, 'went_back', '', 'after input 6: the battle has gone back; the server had signed 7 inputs for this device'],
    [5, 'head_not_signed', '', "after input 8: the server's signature does not fit this battle as this device knows it"],
    [6, 'other_start', '/setup/a', 'before step 1: for this device the battle began with 1, but now it is 2'],
    [7, 'went_back', '', 'after input 6: the battle has gone back; the server had signed 7 inputs for this device'],
    [7, 'head_not_signed', '', "after input 9: the server's signature does not fit this battle as this device knows it"],
  ]);
  const kept = keeping.seat({ server: 'x', battle, token: 'secret' });
  assert.equal(kept.pin.inputs, 7);
  assert.equal(kept.against.inputs, 6);

  const other = storyteller('another-battle-of-a-liar');
  assert.deepEqual(await told(t, 'another-battle-of-a-liar', keeping, [{ ...other.frame, signed_head: other.head(0) }]), [[0, 'key']]);
});

test('a story that is told otherwise than before is told as it is heard, although nothing signed contradicts', async (t) => {
  const battle = 'a-battle-of-a-storyteller';
  const { frame, head } = storyteller(battle);
  const keeping = new MemoryKeeping();
  const story = (...dice) => [
    { seq: 1, at: '2026-11-28T00:00:00Z', event: 'battle_created', data: { seats: ['attacker', 'defender'] } },
    ...dice.map((die, i) => ({ seq: i + 2, at: '2026-11-28T00:00:01Z', event: die ? 'rolled' : 'said', data: { die } })),
  ];
  const say = (signed_head, ...dice) => ({ ...frame, events: story(...dice), signed_head });
  const sentence = (after, seq) => ['other_story', '', `after step ${after}, up to step ${seq}: this device was told another story while the battle was played`];
  const heard = await told(t, battle, keeping, [say(head(5), 3), say(head(6), 3, 0, 4), say(head(7), 3, 0, 5), say(head(8), 2, 0, 4), say(head(9), 3, 0, 4, 6)]);
  assert.deepEqual(heard, [
    [2, ...sentence(2, 4)],
    [3, ...sentence(0, 2)],
  ]);
  const kept = keeping.seat({ server: 'x', battle, token: 'secret' });
  assert.deepEqual(kept.heard.map(({ seq }) => seq), [2, 4, 5]);

  // Another device heard the same, or not.
  const { heard: ours, ...other } = kept;
  assert.deepEqual((await merged({ ...other, heard: ours.slice(1) }, { ...other, heard: ours.slice(0, 2) })), { kept, problem: null });
  const liar = [{ seq: 4, digest: '0'.repeat(64) }];
  const both = await merged(kept, { ...other, heard: liar });
  assert.deepEqual([both.kept.heard, both.problem.message], [ours, sentence(2, 4)[2]]);
  const asked = { step: 3, ...head(9) };
  assert.deepEqual((await merged(kept, { ...other, heard: liar, asked })).kept.asked, asked); // whatever contradicts
  const many = Array.from({ length: 40 }, (_, i) => ({ seq: 2 * i + 6, digest: 'ab'.repeat(32) }));
  const fewer = (await merged(kept, { ...other, heard: many })).kept.heard;
  assert.ok(fewer.length <= 32);
  assert.deepEqual(fewer.at(-1), many.at(-1));
  assert.throws(() => readMine(JSON.stringify({ seats: [{ ...kept, heard: [{ seq: 1, digest: 'x' }] }] })), refusedAs('bad_message'));
});

test('a nonce that was only drawn says nothing: a seat that was taken on another device came with that one\'s', async (t) => {
  const server = await startServer(t);
  const [first, second] = [new MemoryKeeping(), new MemoryKeeping()];
  const muster = connect(t, server, { keeping: first });
  const { battle, tokens } = await newBattle(muster, 'advanced-combat');
  const [token] = Object.values(tokens);
  const place = { server: serverAddress(server.url), battle, token };
  const taking = muster.follow(battle, { token });
  const { drawn } = first.seat(place); // before anything is asked
  assert.match(drawn, /^[0-9a-f]{32}$/);
  const caughtUp = (feed) => next(feed, 'caught_up');
  await caughtUp(taking);
  await until(taking, 'event', () => taking.events.some(({ event }) => event === 'seat_taken'));
  await taking.settled();
  assert.deepEqual([first.seat(place).nonce, first.seat(place).drawn], [drawn, undefined]);

  for (let visit = 0; visit < 2; ++visit) {
    const other = connect(t, server, { keeping: second });
    const feed = other.follow(battle, { token });
    await caughtUp(feed);
    await feed.settled();
    assert.equal(feed.broken, null);
    other.close();
  }
  const kept = second.seat(place);
  assert.equal(kept.nonce, undefined);
  assert.notEqual(kept.drawn, drawn);
});

test('whoever watches is told of a fork too, for as long as he does', async (t) => {
  const battle = 'a-battle-of-a-liar';
  const { frame, head } = storyteller(battle);
  let visits = 0;
  const scripted = await startScripted(t, ({ say }, message) => {
    if (message.type === 'follow') say(followingOf(message, 1, { ...frame, viewer: 'spectator', signed_head: head(4, visits++ === 0 ? 'a' : 'b') }));
  });
  const feed = connect(t, scripted).follow(battle);
  await feed.ready;
  await feed.settled();
  const broken = next(feed, 'broken');
  for (const socket of scripted.sockets) socket.terminate();
  assert.equal((await broken).kind, 'two_heads');
  assert.equal(feed.broken.kind, 'two_heads');
});

test('a record that its server forged with its own key is caught by the device, with its step', async () => {
  const [record] = keptRecords(2, /^advanced-combat-conceded\.json$/);
  const { battle, ruleset, ruleset_version, title, setup, options, commitment, server_key, inputs } = forged(record, () => {}, newKey());
  const kept = { server: 'https://muster.example', battle, seat: inputs[2].input.seat, token: 't', since: 0, start: { ruleset, ruleset_version, title, setup, options, commitment, server_key } };
  kept.sent = inputs.filter(({ input }) => input.seat === kept.seat && input.kind !== 'seat').map(({ input: { kind, decision, choice } }) => ({ kind, ...(decision && { decision, choice }), accepted: true }));
  const check = async (change) => {
    const { key, ...changed } = { key: newKey(), ...change };
    const other = forged(record, changed.change ?? (() => {}), key);
    return (await verifyRecord(other, { mine: { seats: [{ ...kept, start: { ...kept.start, server_key: key.hex }, ...changed.kept }] } }));
  };
  assert.equal((await check({})).mine[0].agrees, true);
  const forgery = await check({ change: ({ inputs: list, events }) => [list[2].input, events[5].data].forEach(({ choice }) => (choice.units[0].count -= 1)) });
  assert.equal(forgery.holds, true);
  assert.equal(forgery.mine[0].problem.path, '/inputs/2/input/choice');
  assert.match(forgery.mine[0].problem.message, /^step 6 \(input 3\): this device sent \{.*, but the record says \{/);
});

test('files are read strictly, and merged: pins forward only', async () => {
  for (const wrong of ['', '[]', '{}', '{"seats":[{}]}', '{"format":"muster.mine/2","seats":[]}', '{"seats":[{"server":"no address","battle":"b","seat":"s","token":"t"}]}', '{"seats":[],"servers":[1]}']) {
    assert.throws(() => readMine(wrong), (error) => refusedAs('bad_json')(error) || refusedAs('bad_message')(error), wrong);
  }
  const seat = { server: 'https://muster.example:443', battle: 'b', seat: 'attacker', token: 't' };
  assert.equal(readMine(JSON.stringify({ seats: [seat] })).seats[0].server, 'https://muster.example');

  assert.equal(readMine(JSON.stringify({ seats: [{ ...seat, seat: '', drawn: '00ff00ff00ff00ff' }] })).seats[0].seat, '');
  assert.throws(() => readMine(JSON.stringify({ seats: [{ ...seat, drawn: 1 }] })), refusedAs('bad_message'));
  const asked = { ...seat, seat: 'defender', drawn: '00ff00ff00ff00ff', taking: true };
  for (const [ours, theirs] of [[asked, seat], [seat, asked]]) assert.deepEqual((await merged(ours, theirs)).kept, { ...seat, drawn: asked.drawn });

  const battle = 'a-battle-of-two-devices';
  const { frame, head } = storyteller(battle);
  const { server_key, ruleset, ruleset_version, title, setup, options, commitment } = frame;
  const start = { ruleset, ruleset_version, title, setup, options, commitment, server_key };
  const ours = { ...seat, battle, start, pin: head(3), since: 2, sent: [{ kind: 'remove', decision: 3, choice: { token: 'x' } }] };
  const theirs = { ...seat, battle, start, pin: head(5), since: 0, nonce: '00ff00ff00ff00ff', sent: [{ kind: 'remove', decision: 3, choice: { token: 'x' }, accepted: true }, { kind: 'remove', decision: 1, choice: {} }] };
  const both = await merged(ours, theirs);
  assert.equal(both.problem, null);
  assert.deepEqual([both.kept.pin.inputs, both.kept.since, both.kept.nonce, both.kept.sent.map(({ decision, accepted }) => [decision, accepted])], [5, 0, '00ff00ff00ff00ff', [[1, undefined], [3, true]]]);
  assert.equal((await merged(theirs, ours)).kept.pin.inputs, 5);
  assert.equal((await merged(theirs, { ...ours, pin: head(5, 'b') })).problem.kind, 'two_heads');
  assert.equal((await merged(ours, { ...theirs, pin: { ...head(5), signature: '00'.repeat(64) } })).problem.kind, 'head_not_signed');
  assert.equal((await merged(ours, { ...theirs, start: { ...start, title: 'B' } })).problem.path, '/title');
});
