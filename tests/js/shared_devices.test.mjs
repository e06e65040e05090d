// Shared dice on several devices: one ladder, one head for each step; a ladder that is elsewhere, put in anew, or goes with the seat.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addLadder } from '../../clients/js/dist/heads.js';
import { ownProblem } from '../../clients/js/dist/own_inputs.js';
import { longSiege, twins } from '../support/setups.mjs';
import { MemoryKeeping, WebSocket, connect, ended, merged, next, nextTurn, playDefaults, readMine, refusedAs, serverAddress, startServer, until, verifyRecord } from './support.mjs';
import { playOut, sharedBattle, tampered } from './shared_support.mjs';

test('two windows of one device give one share a step, whichever is faster, and hear nothing of breaches', async (t) => {
  const server = await startServer(t);
  const shares = [];
  const watching = tampered({ sent: (message) => (message.type === 'choose' && message.choice.share && shares.push(message.choice.share), message) });
  const keeping = new MemoryKeeping();
  const windows = [0, 1].map(() => connect(t, server, { keeping, WebSocket: watching }));
  const { battle, tokens, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters: [windows[0], connect(t, server)] });
  await feeds[0].ready;
  const second = windows[1].follow(battle, { token: tokens.attacker });
  for (const feed of [...feeds, second]) feed.on('broken', (problem) => assert.fail(problem.message));
  await playOut(feeds);
  await ended(second);
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token: tokens.attacker });
  assert.equal(kept.ladders.length, 1);
  assert.equal(new Set(shares).size, kept.asked.step);
  const { mine } = await verifyRecord(await windows[0].record(battle), { mine: { seats: [kept] } });
  assert.equal(mine[0].agrees, true, mine[0].problem?.message);
});

test('a device without the ladder says so, plays on with a new one, and gives what it has not heard of from the first event', async (t) => {
  const server = await startServer(t);
  const first = connect(t, server, { keeping: new MemoryKeeping() });
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { setup: longSiege, musters: [first, connect(t, server)] });
  const stop = playDefaults(attacker);
  playDefaults(defender);
  await next(attacker, 'event', ({ event }) => event === 'rolled');
  stop();
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  first.close();

  const keeping = new MemoryKeeping();
  const feed = connect(t, server, { keeping }).follow(battle, { token: tokens.attacker });
  feed.on('broken', (problem) => assert.fail(problem.message));
  await until(feed, 'sharing', () => feed.shares?.ladder === 'elsewhere');
  await until(feed, 'requests', () => feed.requests.length > 0);
  const seq = await feed.newLadder();
  await until(feed, 'sharing', () => feed.shares.ladder === 'here');
  assert.deepEqual([feed.events[seq - 1].event, feed.events[seq - 1].data.seat], ['ladder_renewed', 'attacker']);
  playDefaults(feed);
  await ended(feed);
  await feed.settled();
  const record = await (await connect(t, server)).record(battle);
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token: tokens.attacker });
  const verdict = await verifyRecord(record, { mine: { seats: [kept] } });
  assert.equal(verdict.holds, true, verdict.problem?.message);
  assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
  assert.ok(kept.asked.step > 1);
});

test('without the ladder nothing is sealed; what both devices keep of it goes together', async (t) => {
  const server = await startServer(t);
  const keepings = [new MemoryKeeping(), new MemoryKeeping()];
  const first = connect(t, server, { keeping: keepings[0] });
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [first, connect(t, server)] });
  const isSealed = ({ sealed }) => sealed;
  for (const feed of [attacker, defender]) feed.on('requests', (requests) => requests.filter((each) => !isSealed(each)).forEach(({ decision }) => feed.choose(decision, 'default')));
  const [request] = await next(attacker, 'requests', (requests) => requests.some(isSealed));
  const place = { server: serverAddress(server.url), battle, token: tokens.attacker };

  const second = connect(t, server, { keeping: keepings[1] }).follow(battle, { token: tokens.attacker });
  await until(second, 'sharing', () => second.shares?.ladder === 'elsewhere');
  await until(second, 'requests', () => second.requests.length > 0);
  await assert.rejects(second.choose(request.decision, 'default'), refusedAs('no_ladder'));
  await second.newLadder();
  await until(attacker, 'sharing', () => attacker.shares?.ladder === 'elsewhere');
  await assert.rejects(attacker.choose(request.decision, 'default'), refusedAs('no_ladder'));
  await second.choose(request.decision, 'default');
  playDefaults(defender);
  await until(second, 'event', () => second.events.some(({ event }) => event === 'share_given'));

  // Both together have all of it: the first device goes on, by a ladder of its own.
  const { kept } = await merged(keepings[0].seat(place), keepings[1].seat(place));
  assert.deepEqual([kept.ladders.length, kept.asked.step], [3, 1]);
  for (const feed of [attacker, second]) feed.unfollow();
  keepings[0].keep(kept);
  const again = connect(t, server, { keeping: keepings[0] }).follow(battle, { token: tokens.attacker });
  playDefaults(again);
  await Promise.all([ended(again), again.settled()]);
  assert.equal(again.events.filter(({ event }) => event === 'ladder_renewed').length, 2);
});

test('what one window seals while another puts in a new ladder is sealed again by that, and the battle goes on', async (t) => {
  const server = await startServer(t);
  const seals = [];
  let reached;
  const first = new Promise((resolve) => (reached = resolve));
  const late = tampered({
    sent: (message, socket) => {
      if (!message.choice?.seal || seals.push(message) > 1) return message;
      reached(() => socket.send(JSON.stringify(message)));
      return null;
    },
  });
  const keeping = new MemoryKeeping();
  const windows = [connect(t, server, { keeping, WebSocket: late }), connect(t, server, { keeping })];
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [windows[0], connect(t, server)] });
  await attacker.ready;
  const second = windows[1].follow(battle, { token: tokens.attacker });
  for (const feed of [attacker, second, defender]) feed.on('broken', (problem) => assert.fail(problem.message));
  playDefaults(attacker);
  playDefaults(defender);
  const arrives = await first;
  await until(second, 'sharing', () => second.shares?.ladder === 'here');
  await second.newLadder();
  arrives();
  await Promise.all([ended(attacker), ended(second), attacker.settled()]);
  const [by, again, ...rest] = seals.filter(({ decision }) => decision === seals[0].decision).filter((each, i, all) => i === 0 || each.id !== all[0].id);
  assert.deepEqual(rest, []);
  assert.notEqual(by.choice.seal, again.choice.seal);
  assert.equal(again.ladder, attacker.events.findLast(({ event }) => event === 'ladder_renewed').data.ladder);
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token: tokens.attacker });
  const verdict = await verifyRecord(await windows[0].record(battle), { mine: { seats: [kept] } });
  assert.equal(verdict.holds, true, verdict.problem?.message);
  assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
});

test('what one device seals while another puts in its own ladder is forgotten, so that whatever is chosen there is not called another choice', async (t) => {
  const server = await startServer(t);
  let reached;
  let isHeld = false;
  const first = new Promise((resolve) => (reached = resolve));
  const late = tampered({
    sent: (message, socket) => {
      if (!message.choice?.seal || isHeld) return message;
      isHeld = true;
      reached(() => socket.send(JSON.stringify(message)));
      return null;
    },
  });
  const keepings = [new MemoryKeeping(), new MemoryKeeping()];
  const musters = [connect(t, server, { keeping: keepings[0], WebSocket: late }), connect(t, server, { keeping: keepings[1] })];
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [musters[0], connect(t, server)] });
  const place = { server: serverAddress(server.url), battle, token: tokens.attacker };
  const isSealed = ({ sealed }) => sealed;
  attacker.on('requests', (requests) => requests.filter((each) => !isSealed(each)).forEach(({ decision }) => attacker.choose(decision, 'default')));
  playDefaults(defender);
  const [request] = await next(attacker, 'requests', (requests) => requests.some(isSealed));
  const refused = assert.rejects(attacker.choose(request.decision, 'default'), refusedAs('no_ladder'));
  const arrives = await first;
  const second = musters[1].follow(battle, { token: tokens.attacker });
  await until(second, 'sharing', () => second.shares?.ladder === 'elsewhere');
  await second.newLadder();
  arrives();
  await refused;
  await attacker.settled();
  assert.ok(!keepings[0].seat(place).sent.some(isSealed));
});

test('a server that does not say that it takes the ladder of a seal is not told it', async (t) => {
  const server = await startServer(t);
  const seals = [];
  const older = tampered({
    told: ({ names_ladder: _unknown, ...rest }) => rest,
    sent: (message) => (message.choice?.seal && seals.push(message), message),
  });
  const { feeds } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [connect(t, server, { WebSocket: older }), connect(t, server)] });
  await playOut(feeds);
  assert.ok(seals.length > 0);
  assert.ok(seals.every((each) => !('ladder' in each)));
});

test('importing again and again, with no turn between, never loses a ladder that was put in, and draws one that waits', async () => {
  const seat = { server: 'http://a', battle: 'b', seat: 'attacker', token: 't' };
  const drawn = (count) => Array.from({ length: count }, (_, i) => String(i).padStart(64, '0'));
  const file = { ...seat, ladders: drawn(8), put_in: drawn(1) };
  let here;
  for (let i = 0; i < 10; ++i) ({ kept: here } = await merged(here, structuredClone(file)));
  assert.ok(here.ladders.includes(drawn(1)[0]));
  assert.equal(here.ladders.length, 8);
  assert.equal(here.ladders.filter((each) => !file.ladders.includes(each)).length, 1);
  assert.deepEqual(here.put_in, drawn(1));

  // To and fro each device has the other's, too: what waits is drawn anew, and the one in force stays.
  let there = { ...seat, ladders: drawn(1), put_in: drawn(1) };
  here = undefined;
  for (let i = 0; i < 10; ++i) {
    ({ kept: here } = await merged(here, structuredClone(there)));
    ({ kept: there } = await merged(there, structuredClone(here)));
  }
  for (const { ladders } of [here, there]) {
    assert.ok(ladders.includes(drawn(1)[0]));
    assert.equal(ladders.length, 8);
  }
  assert.notEqual(here.ladders.at(-1), there.ladders.at(-1));

  // Of what was kept before that was noted, any may be in force.
  const older = { ...seat, ladders: drawn(8) };
  ({ kept: here } = await merged(undefined, structuredClone(older)));
  for (let i = 0; i < 10; ++i) ({ kept: here } = await merged(here, structuredClone(older)));
  assert.ok(drawn(8).every((each) => here.ladders.includes(each)));
  assert.equal(here.ladders.length, 9);
});

test('a ladder that is only drawn is not noted as put in; an empty list says no more than none, and only without one the first of eight may have fallen away', async () => {
  const seat = { server: 'http://a', battle: 'b', seat: 'attacker', token: 't' };
  const drawn = (count) => Array.from({ length: count }, (_, i) => String(i).padStart(64, '0'));
  for (const put_in of [undefined, []]) {
    const kept = { ...seat, ...(put_in && { put_in }) };
    addLadder(kept, drawn(1)[0]);
    assert.deepEqual([kept.ladders, Object.hasOwn(kept, 'put_in')], [drawn(1), false]);
    addLadder(kept, drawn(2)[1]);
    assert.deepEqual(kept.put_in, drawn(1)); // any of those from before
  }
  const [feet, foreign] = [new Set(drawn(8)), 'f'.repeat(64)];
  const entry = { said: { kind: 'seat', seat: 'attacker', nonce: '1', ladder: foreign }, seq: 2, path: '/inputs/0' };
  const foundIn = (kept) => ownProblem({ ...seat, nonce: '1', ladders: drawn(8), ...kept }, feet, entry, { number: 1, decided: 0, isHandedOver: false })?.kind;
  assert.deepEqual([{}, { put_in: [] }, { put_in: drawn(1) }].map(foundIn), [undefined, undefined, 'other_ladder']);
});

test('a seat that is brought to another device gets a ladder of that one as soon as it may be, and the former gives nothing more', async (t) => {
  const server = await startServer(t);
  const keepings = [new MemoryKeeping(), new MemoryKeeping()];
  const musters = keepings.map((keeping) => connect(t, server, { keeping }));
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { musters: [musters[0], connect(t, server)] });
  const place = { server: serverAddress(server.url), battle, token: tokens.attacker };
  const stop = playDefaults(attacker);
  playDefaults(defender);
  await next(attacker, 'event', ({ event }) => event === 'rolled');
  stop();
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  const file = readMine(JSON.stringify({ seats: [keepings[0].seat(place)] }));
  const { kept } = await merged(undefined, file.seats[0]);
  assert.equal(kept.ladders.length, 2);
  keepings[1].keep(kept);

  const second = musters[1].follow(battle, { token: tokens.attacker });
  second.on('broken', (problem) => assert.fail(problem.message));
  await until(second, 'event', () => second.events.some(({ event, data }) => event === 'ladder_renewed' && data.seat === 'attacker'));
  await until(attacker, 'sharing', () => attacker.shares?.ladder === 'elsewhere');
  playDefaults(second);
  await Promise.all([ended(second), second.settled()]);
  const verdict = await verifyRecord(await musters[1].record(battle), { mine: { seats: [keepings[1].seat(place)] } });
  assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
  assert.equal(second.events.filter(({ event }) => event === 'ladder_renewed').length, 1);
});

test('what was decided in the name of a seat and not sent by its device gets no share before its player has said that it was he', async (t) => {
  const server = await startServer(t);
  const keepings = [new MemoryKeeping(), new MemoryKeeping()];
  const silent = tampered({ sent: (message) => (message.type === 'choose' && message.choice.share ? null : message) });
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { musters: [connect(t, server, { keeping: keepings[0] }), connect(t, server)] });
  attacker.on('broken', (problem) => assert.fail(problem.message));
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  keepings[1].keep(keepings[0].seat({ server: serverAddress(server.url), battle, token: tokens.attacker }));
  const elsewhere = connect(t, server, { keeping: keepings[1], WebSocket: silent }).follow(battle, { token: tokens.attacker });
  playDefaults(defender);
  await until(elsewhere, 'requests', () => elsewhere.requests.length > 0);
  await elsewhere.choose(elsewhere.requests[0].decision, 'default');
  await until(attacker, 'sharing', () => attacker.shares?.due?.state === 'asks');
  assert.equal(attacker.shares.due.problem.kind, 'not_sent');
  assert.ok(!attacker.events.some(({ event }) => event === 'share_given'));
  await attacker.vouch();
  await until(attacker, 'event', () => attacker.events.some(({ event }) => event === 'share_given'));
});

test('a battle that is left while its share is being checked is asked nothing more, and the connection stays closed', async (t) => {
  const server = await startServer(t);
  let sockets = 0;
  class Counted extends WebSocket {
    constructor(...words) {
      super(...words);
      ++sockets;
    }
  }
  class Leaving extends MemoryKeeping {
    keep(kept) {
      super.keep(kept);
      if (!kept.asked) return;
      leaving.close();
      this.left();
    }
  }
  const keeping = new Leaving();
  const left = new Promise((resolve) => (keeping.left = resolve));
  const leaving = connect(t, server, { keeping, WebSocket: Counted });
  const { feeds } = await sharedBattle(t, server, 'advanced-combat', { musters: [leaving, connect(t, server)] });
  feeds.forEach((feed) => playDefaults(feed));
  await left;
  await nextTurn();
  assert.equal(sockets, 1);
});

test('a seat that changes hands gets another ladder with its new holder', async (t) => {
  const server = await startServer(t);
  const keeping = new MemoryKeeping();
  const { battle, feeds: [attacker, defender], musters } = await sharedBattle(t, server, 'advanced-combat', { options: { visibility: 'private' } });
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  const token = await attacker.handOver();
  const heir = connect(t, server, { keeping }).follow(battle, { token, name: 'Heir', dice: 'shared' });
  heir.on('broken', (problem) => assert.fail(problem.message));
  await until(heir, 'sharing', () => heir.shares?.ladder === 'here');
  await playOut([heir, defender]);
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token });
  const verdict = await verifyRecord(await musters[1].record(battle, token), { mine: { seats: [kept] } });
  assert.equal(verdict.holds, true, verdict.problem?.message);
  assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
  assert.ok(kept.asked.step > 0);
});
