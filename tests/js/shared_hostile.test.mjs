// A server that plays against the rules of shared dice: it signs with its true key whatever it likes. Then nothing is given, and what it did is named.
import assert from 'node:assert/strict';
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';

import { chainStart } from '../../clients/js/dist/chain.js';
import { fromHex } from '../../clients/js/dist/proof.js';
import { longSiege, twins } from '../support/setups.mjs';
import { MemoryKeeping, connect, newBattle, next, playDefaults, refusedAs, serverAddress, startServer, until } from './support.mjs';
import { sharedBattle, tampered } from './shared_support.mjs';

/** Signs heads as the server does. */
function signerOf(server) {
  const stored = ['muster.db', 'muster.db-wal'].map((name) => `${server.folder}/${name}`).filter(existsSync).map((file) => readFileSync(file, 'latin1')).join();
  const [, key] = /proof_key([0-9a-f]{64})/.exec(stored);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key, 'hex');
  const point = ecdh.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', d: Buffer.from(key, 'hex').toString('base64url'), x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  const u32 = (value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
  return (start, step, { inputs, chain, shown }) => {
    const text = Buffer.concat([Buffer.from('muster/head/2'), start, u32(step), u32(inputs), Buffer.from(chain, 'hex'), Buffer.from(shown, 'hex')]);
    return { inputs, chain, shown, signature: sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex') };
  };
}

const other = '5'.repeat(64);

/**
 * The attacker of a battle whose server goes against its word: `lie(request, signed, start, connection)` changes what is asked of it in this step, `show(event)` what it is
 * shown. What it is told is broken, and which shares it gave.
 */
async function lied(t, server, { step: which = 1, ruleset = 'advanced-combat', setup = longSiege, lie = () => {}, show = () => {}, keeping = new MemoryKeeping() }) {
  const shares = [];
  const start = { bytes: null };
  const signed = (step, head) => signerOf(server)(start.bytes, step, head);
  const told = (message, connection) => {
    if (message.type === 'following' && message.viewer !== 'spectator') start.header = message;
    if (message.type === 'event') show(message);
    if (message.type === 'request' && message.kind === 'share' && message.options.step >= which) {
      const changed = structuredClone(message);
      return lie(changed, signed, connection) === null ? null : changed;
    }
    return message;
  };
  const sent = (message) => {
    if (message.type === 'choose' && message.choice.share) shares.push(message.choice.share);
    return message;
  };
  const musters = [connect(t, server, { WebSocket: tampered({ told, sent }), keeping }), connect(t, server)];
  const question = { options: { dice: 'shared' }, setup };
  const { battle, tokens } = await newBattle(musters[0], ruleset, question);
  const { events: [{ data }] } = await (await fetch(`${server.url}/api/v1/battles/${battle}/events?since=0&limit=1`)).json();
  start.bytes = await chainStart({ ...data, battle }, fromHex(data.commitment), fromHex(data.server_key, 65));
  const feeds = Object.values(tokens).map((token, i) => musters[i].follow(battle, { token }));
  const settled = next(feeds[0], 'sharing', ({ due }) => ['refused', 'asks'].includes(due?.state));
  feeds.forEach((feed) => playDefaults(feed));
  const { due } = await settled;
  assert.equal(feeds[0].broken, due.state === 'refused' ? due.problem : null);
  return { problem: due.problem, state: due.state, shares, feeds };
}

test('a head that is not signed, or signed for another step, gets no share', async (t) => {
  const server = await startServer(t);
  const unsigned = await lied(t, server, { lie: ({ signed_head }) => (signed_head.signature = 'ab'.repeat(64)) });
  assert.equal(unsigned.problem.kind, 'head_not_signed');
  const elsewhere = await lied(t, server, { lie: ({ signed_head }, signed) => Object.assign(signed_head, signed(2, signed_head)) });
  assert.equal(elsewhere.problem.kind, 'head_not_signed');
  assert.deepEqual([...unsigned.shares, ...elsewhere.shares], []);
});

test('a step that is skipped gets no share', async (t) => {
  const server = await startServer(t);
  const { problem, shares } = await lied(t, server, {
    step: 2,
    lie: (request, signed) => {
      request.options.step = 3;
      request.signed_head = signed(3, request.signed_head);
    },
  });
  assert.deepEqual([problem.kind, problem.message], ['step_skipped', 'the server asked for the shares of step 3, but the last before it was 1']);
  assert.equal(shares.length, 1);
});

test('a head to which nothing leads, that was said to be another before, or of other events than were shown gets no share', async (t) => {
  const server = await startServer(t);
  const off = await lied(t, server, { lie: (request, signed) => (request.signed_head = signed(1, { ...request.signed_head, inputs: request.signed_head.inputs + 1, chain: other })) });
  assert.equal(off.problem.message, 'before the shares of step 1: what the server says was decided does not lead to what it signed');
  const second = await lied(t, server, { lie: (request, signed) => (request.signed_head = signed(1, { ...request.signed_head, chain: other })) });
  assert.equal(second.problem.kind, 'two_heads'); // with the choice it had signed the true one
  const shown = await lied(t, server, { step: 2, show: ({ event, data }) => event === 'rolled' && (data.groups[0].dice[0] = 7 - data.groups[0].dice[0]) });
  assert.equal(shown.problem.message, 'before the shares of step 2: what this device was shown is not what the server signed');
  assert.deepEqual([off.shares.length, second.shares.length, shown.shares.length], [0, 0, 1]);
});

test('of one step there is one head, also after a share was given', async (t) => {
  const server = await startServer(t);
  let first = null;
  const { problem, shares } = await lied(t, server, {
    lie: (request, signed) => {
      if (request.options.step === 1) first = structuredClone(request);
      else Object.assign(request, first, { signed_head: signed(1, { ...first.signed_head, inputs: first.signed_head.inputs + 1, chain: other }) });
    },
  });
  assert.equal(problem.kind, 'two_heads');
  assert.equal(shares.length, 1);
});

/** The server says something else in place of this input; what the seat signed does not fit that, so it may leave the signature out. */
function replaced(each, choice, isSigned) {
  each.input.choice = choice;
  if (!isSigned) delete each.signature;
}

test('an own choice that was altered gets no share, whatever the server signs', async (t) => {
  const server = await startServer(t);
  const alter = (choice) => ({ ...choice, units: choice.units.map((unit, i) => (i === 0 ? { ...unit, count: unit.count + 1 } : unit)) });
  const altered = (isSigned) =>
    lied(t, server, {
      show: ({ event, data }) => event === 'chosen' && data.seat === 'attacker' && (data.choice = alter(data.choice)),
      lie: (request, signed) => {
        for (const each of request.options.inputs) if (each.input.kind === 'wave' && each.input.seat === 'attacker') replaced(each, alter(each.input.choice), isSigned);
        request.signed_head = signed(1, request.signed_head);
      },
    });
  const { problem, shares } = await altered(false);
  assert.equal(problem.kind, 'other_choice');
  assert.match(problem.message, /^step \d+ \(input 3\): this device sent /);
  const signed = await altered(true);
  assert.equal(signed.problem.kind, 'not_of_seat');
  assert.deepEqual([...shares, ...signed.shares], []);
});

test('a ladder that was put in before gives no share when the server puts it in again', async (t) => {
  const server = await startServer(t);
  const shares = [];
  let ladder;
  const WebSocket = tampered({
    told: (message) => {
      const { event, data } = message;
      if (event === 'seat_taken' && data.seat === 'attacker') ({ ladder } = data);
      return event === 'said' ? { ...message, event: 'ladder_renewed', data: { seat: 'attacker', ladder } } : message;
    },
    sent: (message) => (message.choice?.share && shares.push(message.choice.share), message),
  });
  const { feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { setup: longSiege, musters: [connect(t, server, { WebSocket }), connect(t, server)] });
  const broken = next(attacker, 'broken');
  const stop = playDefaults(attacker);
  playDefaults(defender);
  await next(attacker, 'event', ({ event }) => event === 'rolled');
  stop();
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  const given = shares.length;
  await defender.say('well, well');
  assert.equal((await broken).message, 'this ladder was put in before: its shares are known');
  await until(attacker, 'sharing', () => attacker.shares.ladder === 'elsewhere');
  playDefaults(attacker);
  await until(attacker, 'sharing', () => attacker.shares.due?.state === 'elsewhere');
  assert.equal(shares.length, given);
});

test('a ladder that this device did not put in, and a seal that is not its own, get no share', async (t) => {
  const server = await startServer(t);
  const renewed = await lied(t, server, {
    lie: (request, signed) => {
      const { seq } = request.options.inputs.at(-1);
      request.options.inputs.splice(-1, 0, { input: { kind: 'new_ladder', seat: 'attacker', ladder: other }, seq });
      request.signed_head = signed(1, { ...request.signed_head, inputs: request.signed_head.inputs + 1 });
    },
  });
  assert.deepEqual([renewed.state, renewed.problem.kind], ['asks', 'not_sent']); // perhaps its player did it on another device
  const seal = await lied(t, server, {
    ruleset: 'armies',
    setup: twins,
    show: ({ event, data }) => event === 'choice_sealed' && data.seat === 'attacker' && (data.seal = other),
    lie: (request, signed) => {
      for (const each of request.options.inputs) if (each.input.choice?.seal && each.input.seat === 'attacker') replaced(each, { seal: other }, false);
      request.signed_head = signed(1, request.signed_head);
    },
  });
  assert.equal(seal.problem.kind, 'other_inputs');
  assert.deepEqual([...renewed.shares, ...seal.shares], []);
});

test('a server that goes back to an older copy of its store is shown no second share of a step', async (t) => {
  const server = await startServer(t);
  const keeping = new MemoryKeeping();
  const muster = connect(t, server, { keeping });
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'advanced-combat', { musters: [muster, connect(t, server)] });
  await until(attacker, 'requests', () => attacker.requests.length > 0);
  const copy = `${server.folder}-copy`;
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  await server.stop();
  cpSync(server.folder, copy, { recursive: true });
  await server.start();
  playDefaults(defender);
  const [{ decision }] = attacker.requests;
  await attacker.choose(decision, 'default');
  await next(attacker, 'event', ({ event }) => event === 'rolled');
  const place = { server: serverAddress(server.url), battle, token: tokens.attacker };
  assert.equal(keeping.seat(place).asked.step, 1);
  await server.stop();
  rmSync(server.folder, { recursive: true });
  cpSync(copy, server.folder, { recursive: true });
  const problems = [];
  attacker.on('broken', ({ kind }) => problems.push(kind));
  await server.start();
  await next(attacker, 'restored');
  const [{ decision: again, options }] = await next(attacker, 'requests', (requests) => requests.length > 0);
  assert.equal(again, decision);
  const { size, available } = options;
  const units = [];
  for (let left = size; left > 0; left -= units.at(-1).count) {
    const { count, ...unit } = available.at(-1 - units.length);
    units.push({ ...unit, count: Math.min(left, count) });
  }
  await attacker.choose(again, { units });
  await until(attacker, 'sharing', () => attacker.shares?.due?.state === 'refused');
  assert.ok(problems.includes('two_heads') || problems.includes('went_back'));
  assert.equal(keeping.seat(place).asked.step, 1);
});

test('nothing is sealed once the share that would open it was given: whoever asked for that too early could read it', async (t) => {
  const server = await startServer(t);
  const keeping = new MemoryKeeping();
  const muster = connect(t, server, { keeping });
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [muster, connect(t, server)] });
  const isSealed = ({ sealed, kind }) => sealed && kind !== 'share';
  for (const feed of [attacker, defender]) feed.on('requests', (requests) => requests.filter((each) => !isSealed(each)).forEach(({ decision }) => feed.choose(decision, 'default')));
  const { decision } = (await next(attacker, 'requests', (requests) => requests.some(isSealed))).find(isSealed);
  await attacker.settled();
  const kept = keeping.seat({ server: serverAddress(server.url), battle, token: tokens.attacker });
  const head = { inputs: 2, chain: other, shown: other, signature: 'ab'.repeat(64) };
  keeping.keep({ ...kept, asked: { ...head, step: (kept.asked?.step ?? 0) + 1 } }); // and given by this device, though it was too early
  await assert.rejects(attacker.choose(decision, 'default'), refusedAs('stale_decision'));
  assert.equal(attacker.broken, null); // another window may have done it
  assert.equal(attacker.events.some(({ event }) => event === 'choice_sealed'), false);
});

test('no share is given while the seal that it opens is on its way: whoever holds it back could read it', async (t) => {
  const server = await startServer(t);
  const keeping = new MemoryKeeping();
  const line = { socket: null, held: null };
  const heldBack = tampered({
    told: (message, socket) => ((line.socket = socket), message),
    sent: (message) => (message.type === 'choose' && message.choice.seal ? ((line.held = message), line.holds(), null) : message),
  });
  const isHeld = new Promise((resolve) => (line.holds = resolve));
  const { battle, tokens, feeds: [attacker, defender] } = await sharedBattle(t, server, 'armies', { setup: twins, musters: [connect(t, server, { keeping, WebSocket: heldBack }), connect(t, server)] });
  const isSealed = ({ sealed, kind }) => sealed && kind !== 'share';
  for (const feed of [attacker, defender]) feed.on('requests', (requests) => requests.filter((each) => !isSealed(each)).forEach(({ decision }) => feed.choose(decision, 'default')));
  const { decision } = (await next(attacker, 'requests', (requests) => requests.some(isSealed))).find(isSealed);
  const choosing = attacker.choose(decision, 'default').catch(({ refusal }) => refusal.code);
  await isHeld;
  const answer = await fetch(`${server.url}/api/v1/battles/${battle}/record`, { headers: { Authorization: `Bearer ${tokens.attacker}` } });
  const record = await answer.json();
  const start = await chainStart({ ...record, battle }, fromHex(record.commitment), fromHex(record.server_key, 65));
  const head = signerOf(server)(start, 1, { inputs: record.inputs.length, chain: record.chain, shown: record.shown });
  const request = { type: 'request', battle, decision: decision + 2, kind: 'share', seat: 'attacker', sealed: true, options: { step: 1, inputs: record.inputs }, signed_head: head };
  const told = next(attacker, 'broken');
  line.socket.emit('message', Buffer.from(JSON.stringify(request)), false);
  assert.equal((await told).kind, 'other_inputs');
  assert.equal(keeping.seat({ server: serverAddress(server.url), battle, token: tokens.attacker }).asked, undefined);
  attacker.unfollow();
  await choosing;
});
