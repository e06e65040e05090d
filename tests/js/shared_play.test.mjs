// Shared dice: the SDK sits down with a ladder, seals and gives its shares without anybody's doing.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { twins } from '../support/setups.mjs';
import { MemoryKeeping, connect, ended, longFight, newBattle, next, playDefaults, refusedAs, serverAddress, startServer, until, verifyRecord } from './support.mjs';
import { playOut, sharedBattle, tampered, throwAtOnce } from './shared_support.mjs';

async function agreesWithBoth(t, server, ruleset, { play = playOut, ...rest } = {}) {
  const keepings = [new MemoryKeeping(), new MemoryKeeping()];
  const musters = keepings.map((keeping) => connect(t, server, { keeping }));
  const { battle, tokens, feeds } = await sharedBattle(t, server, ruleset, { ...rest, musters });
  for (const feed of feeds) {
    feed.on('broken', (problem) => assert.fail(problem.message));
    feed.on('requests', (requests) => assert.ok(requests.every(({ kind }) => kind !== 'share')));
  }
  await play(feeds);
  const record = await musters[0].record(battle);
  for (const [i, token] of Object.values(tokens).entries()) {
    const kept = keepings[i].seat({ server: serverAddress(server.url), battle, token });
    const verdict = await verifyRecord(record, { mine: { seats: [kept] } });
    assert.equal(verdict.holds, true, verdict.problem?.message);
    assert.equal(verdict.mine[0].agrees, true, verdict.mine[0].problem?.message);
    assert.equal(kept.ladders.length, 1);
    assert.equal(kept.asked?.step ?? 0, record.inputs.filter(({ input }) => input.kind === 'share').length / 2);
  }
  return record;
}

test('battles with shared dice are played out under all rules, and agree with what both devices kept', async (t) => {
  const server = await startServer(t);
  const campaign = (await connect(t, server).ruleset('theatre')).example;
  const atOnce = { ...campaign, nations: campaign.nations.map((nation) => ({ ...nation, advances: [] })) }; // or else one moves after the other, and nothing is sealed
  const setups = { 'simple-combat': longFight, theatre: atOnce };
  for (const ruleset of ['advanced-combat', 'phased-combat', 'fleet-combat', 'armies', 'simple-combat', 'theatre']) {
    const { inputs } = await agreesWithBoth(t, server, ruleset, { options: { title: 'Shared' }, setup: setups[ruleset] });
    assert.equal(inputs.some(({ input }) => input.kind === 'share'), ruleset !== 'armies', ruleset); // there no dice fall, and in its example nothing is sealed
  }
});

test('at a table of dice both throw at once: one throw falls with both shares, and the record agrees with what both kept, the late throws among it', async (t) => {
  const server = await startServer(t);
  const table = { setup: { seats: ['red', 'blue'], throws: 12 }, play: throwAtOnce };
  const { inputs, outcome } = await agreesWithBoth(t, server, 'dice', table);
  assert.equal(outcome.reason, 'throws');
  assert.equal(inputs.filter(({ input }) => input.kind === 'share').length, 24);
});

test('at a table of dice where the other is asked first shares are due for what he agrees to, and for nothing else', async (t) => {
  const server = await startServer(t);
  const play = async (feeds) => {
    const answered = new Set();
    const answer = (feed, decision, choice) => answered.has(decision) || (answered.add(decision), feed.choose(decision, choice));
    const plays = (feed, i) => (requests) => {
      for (const { decision, kind } of requests) {
        if (kind === 'agree') answer(feed, decision, { agree: decision > 2 });
        else if (i === 0) answer(feed, decision, 'default');
      }
    };
    for (const [i, feed] of feeds.entries()) {
      plays(feed, i)(feed.requests);
      feed.on('requests', plays(feed, i));
    }
    await Promise.all(feeds.map(ended));
    await Promise.all(feeds.map((feed) => feed.settled()));
  };
  const { inputs, events } = await agreesWithBoth(t, server, 'dice', { setup: { seats: ['red', 'blue'], throws: 4, ask_first: true }, play });
  const told = (name) => events.filter(({ event }) => event === name).length;
  assert.deepEqual([told('thrown'), told('rolled')], [4, 4]);
  assert.equal(told('throw_refused'), 1);
  assert.equal(inputs.filter(({ input }) => input.kind === 'share').length, 8);
});

test('what both decide at once is sealed for the server too, and opened with the shares', async (t) => {
  const server = await startServer(t);
  const { inputs, events } = await agreesWithBoth(t, server, 'armies', { setup: twins });
  assert.ok(inputs.some(({ input }) => input.choice?.seal));
  assert.ok(inputs.some(({ input }) => input.choice?.opens));
  assert.ok(!events.some(({ data }) => data.unfit));
});

test('against the server\'s own player, and with a seat that is open to anybody', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle } = await newBattle(muster, 'phased-combat', { options: { dice: 'shared' }, seats: { attacker: { bot: 'random' }, defender: { open: true } } });
  const seat = await muster.take(battle, { name: 'Ada', dice: 'shared' });
  assert.equal(seat.seat, 'defender');
  const feed = muster.follow(battle, { token: seat.token, dice: 'shared' });
  await playOut([feed]);
  assert.equal((await verifyRecord(await muster.record(battle))).holds, true);
});

test('a seat is not taken if the dice are others than one was invited to', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'phased-combat', { seats: { attacker: { open: true } } });
  await assert.rejects(muster.take(battle, { dice: 'shared' }), refusedAs('other_dice'));
  await assert.rejects(muster.follow(battle, { token: tokens.defender, dice: 'shared' }).ready, refusedAs('other_dice'));
  await assert.rejects(muster.follow(battle, { dice: 'shared' }).ready, refusedAs('other_dice'));
  assert.ok((await muster.battle(battle)).seats.every(({ name }) => name === null));
  assert.equal((await muster.follow(battle, { token: tokens.defender, dice: 'server' }).ready).viewer, 'defender');
});

test('what the server would read is refused before it is asked: previews of what is sealed, orders, and taking back', async (t) => {
  const server = await startServer(t);
  const sent = [];
  const watched = tampered({ sent: (message) => (sent.push(message.type), message) });
  const { feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [connect(t, server, { WebSocket: watched }), connect(t, server)] });
  const isSealed = ({ sealed }) => sealed;
  const plays = (feed) => feed.on('requests', (requests) => requests.filter((each) => !isSealed(each)).forEach(({ decision }) => feed.choose(decision, 'default')));
  [attacker, defender].forEach(plays);
  const [request] = await next(attacker, 'requests', (requests) => requests.some(isSealed));
  const { decision } = request;
  await assert.rejects(attacker.preview(decision, 'default'), refusedAs('illegal_choice'));
  await attacker.choose(decision, 'default');
  assert.deepEqual(attacker.requests[0].pending, request.default);
  await assert.rejects(attacker.retract(decision), refusedAs('illegal_choice'));
  await assert.rejects(attacker.order([{ for: '*', play: 'default' }]), refusedAs('illegal_choice'));
  assert.ok(!sent.includes('preview') && !sent.includes('retract') && !sent.includes('order'));
  await assert.rejects(attacker.choose(decision, { ...request.default, other: 1 }), refusedAs('illegal_choice'));
});

test('a connection that breaks between the request and the share, and a server that is killed between two shares, change nothing', async (t) => {
  const server = await startServer(t);
  let cuts = 0;
  let held = null;
  const isShare = ({ type, choice }) => type === 'choose' && choice.share;
  const cutting = tampered({ sent: (message, socket) => (isShare(message) && cuts++ % 2 === 0 ? (socket.terminate(), null) : message) });
  const holding = tampered({
    sent: (message) => {
      if (!held || !isShare(message)) return message;
      held(message);
      return null;
    },
  });
  const musters = [cutting, holding].map((WebSocket) => connect(t, server, { WebSocket }));
  const { battle, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters });
  feeds.forEach((feed) => feed.on('broken', (problem) => assert.fail(problem.message)));
  const asked = new Promise((resolve) => (held = resolve));
  feeds.forEach((feed) => playDefaults(feed));
  await asked;
  await until(feeds[0], 'sharing', () => feeds[0].shares?.due?.state === 'given');
  held = null;
  await server.kill();
  await server.start();
  await Promise.all(feeds.map(ended));
  assert.ok(cuts > 1);
  assert.equal((await verifyRecord(await musters[0].record(battle))).holds, true);
});
