// Seats that sign: where dice are shared the SDK signs what its seat decides, and the verifier says what is signed and what is only the server's word.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { twins } from '../support/setups.mjs';
import { MemoryKeeping, connect, ended, merged, playDefaults, refusedAs, serverAddress, startServer, until, verifyRecord } from './support.mjs';
import { playOut, sharedBattle, tampered } from './shared_support.mjs';

const isOwn = ({ input: { kind, decision, timed_out } }) => (decision !== undefined ? kind !== 'share' && !timed_out : kind === 'concede' || kind === 'new_ladder');
const begun = (feeds) => Promise.all(feeds.map((feed) => until(feed, 'event', () => feed.events.some(({ event }) => event === 'battle_started'))));
const numbersOf = (record, seat) => record.inputs.flatMap((each, i) => (isOwn(each) && each.input.seat === seat ? [i + 1] : []));

async function signaturesOf(muster, battle) {
  const record = await muster.record(battle);
  const { holds, problem, signatures } = await verifyRecord(record);
  assert.ok(holds, problem?.message);
  return { record, signatures };
}

test('what a seat chooses, seals and concedes is signed, and nothing of it is missing', async (t) => {
  const server = await startServer(t);
  for (const [ruleset, more] of [['advanced-combat', {}], ['armies', { setup: twins }]]) {
    const { battle, musters, feeds } = await sharedBattle(t, server, ruleset, more);
    await playOut(feeds);
    const { record, signatures } = await signaturesOf(musters[0], battle);
    assert.equal(signatures.length, 2);
    for (const { seat, keys, signed, missing } of signatures) {
      assert.equal(keys.length, 1, ruleset);
      assert.deepEqual(missing, [], ruleset);
      assert.equal(signed, numbersOf(record, seat).length, ruleset);
    }
    assert.ok(signatures.some(({ signed }) => signed > 0), ruleset);
  }
  const { battle, musters, feeds } = await sharedBattle(t, server, 'advanced-combat');
  await begun(feeds);
  await feeds[0].concede();
  await ended(feeds[0]);
  const { record, signatures } = await signaturesOf(musters[0], battle);
  assert.ok(record.inputs.at(-1).signature);
  assert.deepEqual(signatures[0].missing, []);
  assert.equal(signatures[0].signed, 1);
});

test('a choice that says less than the rules want is signed in full', async (t) => {
  const server = await startServer(t);
  const { battle, musters, feeds } = await sharedBattle(t, server, 'advanced-combat');
  let chosen = 0;
  for (const feed of feeds) {
    feed.on('requests', (requests) => {
      for (const request of requests) if (!request.pending) feed.choose(request.decision, structuredClone(request.default)).then(() => (chosen += 1), () => {});
    });
  }
  await Promise.all(feeds.map(ended));
  const { signatures } = await signaturesOf(musters[0], battle);
  assert.ok(chosen > 0);
  for (const { missing } of signatures) assert.deepEqual(missing, []);
});

/** The attacker of a siege chooses so; what he said of his decisions. */
async function saidOfChoices(t, server, choiceOf) {
  const sent = [];
  const telling = tampered({ sent: (message) => (sent.push(message), message) });
  const setup = {
    attacker: { army: [{ unit: 'swordsmen', count: 12 }, { unit: 'chariots', count: 8 }] },
    defender: { army: [{ unit: 'tanks', count: 5 }, { unit: 'machine_gunners', count: 2 }] },
    settlement: { current_era: 1 },
  };
  const musters = [connect(t, server, { WebSocket: telling }), connect(t, server)];
  const { battle, feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { musters, setup });
  const answered = new Set();
  attacker.on('requests', (requests) => {
    for (const request of requests.filter(({ decision }) => !answered.has(decision))) {
      answered.add(request.decision);
      attacker.choose(request.decision, choiceOf(request));
    }
  });
  playDefaults(defender);
  await ended(attacker);
  const { signatures: [mine] } = await signaturesOf(musters[0], battle);
  assert.ok(mine.signed > 0);
  assert.deepEqual(mine.missing, []);
  return sent.filter(({ type, choice }) => type === 'preview' || (type === 'choose' && !choice.share));
}

test('a choice that says all is signed without asking before; one that does not is asked about when it was refused, and its kind from then on', async (t) => {
  const server = await startServer(t);
  const inFull = await saidOfChoices(t, server, (request) => structuredClone(request.default));
  assert.deepEqual(new Set(inFull.map(({ type }) => type)), new Set(['choose']));
  assert.equal(new Set(inFull.map(({ decision }) => decision)).size, inFull.length);

  const withoutWhatIsUsual = ({ kind, default: preset }) => (kind === 'wave' ? { units: preset.units.map(({ unit, count }) => ({ unit, count })) } : preset);
  const shortened = await saidOfChoices(t, server, withoutWhatIsUsual);
  const typesOf = (decision) => shortened.filter((each) => each.decision === decision).map(({ type }) => type);
  const [first, ...later] = new Set(shortened.filter(({ type }) => type === 'preview').map(({ decision }) => decision));
  assert.deepEqual(typesOf(first), ['choose', 'preview', 'choose']);
  for (const each of later) assert.deepEqual(typesOf(each), ['preview', 'choose']);
});

const strips = (field) => tampered({
  sent: (message) => {
    const { [field]: _stripped, ...rest } = message;
    return rest;
  },
});

test('signatures that are taken away are missing', async (t) => {
  const server = await startServer(t);
  const musters = [connect(t, server, { WebSocket: strips('signature') }), connect(t, server)];
  const { battle, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters });
  await playOut(feeds);
  const { record, signatures: [mine, theirs] } = await signaturesOf(musters[0], battle);
  assert.equal(mine.signed, 0);
  assert.equal(mine.keys.length, 1);
  assert.deepEqual(mine.missing, numbersOf(record, mine.seat));
  assert.deepEqual(theirs.missing, []);
});

test('a key that is taken away is told by the device, which gives no share and names it afterwards', async (t) => {
  const server = await startServer(t);
  const keeping = new MemoryKeeping();
  const musters = [connect(t, server, { keeping, WebSocket: strips('key') }), connect(t, server)];
  const { battle, tokens, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters });
  feeds.forEach((feed) => playDefaults(feed));
  await until(feeds[0], 'broken', () => feeds[0].broken);
  assert.equal(feeds[0].broken.kind, 'other_key');
  await feeds[1].concede();
  await Promise.all(feeds.map(ended));
  const { record, signatures: [mine, theirs] } = await signaturesOf(musters[0], battle);
  assert.deepEqual([mine.keys.length, mine.signed, mine.missing.length], [0, 0, 0]);
  assert.deepEqual(theirs.missing, []);
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token: Object.values(tokens)[0] });
  const { mine: [compared] } = await verifyRecord(record, { mine: { seats: [kept] } });
  assert.equal(compared.problem?.kind, 'other_key');
});

test('a server that takes no keys gets none', async (t) => {
  const server = await startServer(t);
  const older = async (...question) => {
    const answer = await fetch(...question);
    if (!String(question[0]).includes('/events')) return answer;
    const { takes_keys: _unknown, ...rest } = await answer.json();
    return new Response(JSON.stringify(rest), { status: answer.status, headers: answer.headers });
  };
  const musters = [connect(t, server, { fetch: older }), connect(t, server)];
  const { battle, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters });
  await playOut(feeds);
  const { signatures: [mine, theirs] } = await signaturesOf(musters[0], battle);
  assert.deepEqual([mine.keys.length, mine.signed, mine.missing.length], [0, 0, 0]);
  assert.equal(theirs.keys.length, 1);
});

test('a signature that does not fit is refused, and nothing of the message is kept', async (t) => {
  const server = await startServer(t);
  const wrong = tampered({ sent: (message) => (message.signature ? { ...message, signature: 'a'.repeat(128) } : message) });
  const musters = [connect(t, server, { WebSocket: wrong }), connect(t, server)];
  const { battle, feeds } = await sharedBattle(t, server, 'advanced-combat', { musters });
  await begun(feeds);
  await assert.rejects(feeds[0].concede(), (error) => refusedAs('bad_message')(error) && error.refusal.path === '/signature');
  assert.ok(!feeds[0].events.some(({ event }) => event === 'conceded'));
  await feeds[1].concede();
  await ended(feeds[1]);
  const { signatures } = await signaturesOf(musters[1], battle);
  assert.equal(signatures[1].signed, 1);
});

test('another device brings another key with its ladder: from then on that holds, and who brought it is the server\'s word', async (t) => {
  const server = await startServer(t);
  const { battle, tokens, musters, feeds } = await sharedBattle(t, server, 'advanced-combat');
  await begun(feeds);
  const [token] = Object.values(tokens);
  const other = connect(t, server).follow(battle, { token });
  await until(other, 'sharing', () => other.shares?.ladder === 'elsewhere');
  await other.newLadder();
  await other.concede();
  await ended(other);
  const { record, signatures: [mine] } = await signaturesOf(musters[0], battle);
  const renewal = record.inputs.findIndex(({ input }) => input.kind === 'new_ladder') + 1;
  assert.deepEqual(mine.keys.map(({ from }) => from), [1, renewal]);
  assert.deepEqual(mine.missing, [renewal]);
  assert.equal(mine.signed, 1);
});

test('keys move with the seat', async () => {
  const key = (digit) => digit.repeat(194);
  const seat = { server: 'http://a', battle: 'b', seat: 'attacker', token: 't' };
  const { kept } = await merged({ ...seat, keys: [key('1'), key('2')] }, { ...seat, keys: [key('3'), key('2')] });
  assert.deepEqual(kept.keys, [key('3'), key('1'), key('2')]);
});
