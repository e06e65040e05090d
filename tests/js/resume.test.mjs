import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  connect, ended, longFight, newBattle, next, numbers, playDefaults, refusedAs, startServer, until, upTo, verifyRecord, WebSocket,
} from './support.mjs';

// Keeps at hand every WebSocket that a Muster opens.
function recording() {
  const sockets = [];
  class Recorded extends WebSocket {
    constructor(...rest) {
      super(...rest);
      sockets.push(this);
    }
  }
  return { sockets, Recorded };
}

test('the server is killed and started again in the midst: nothing comes twice, nothing is missing', async (t) => {
  const server = await startServer(t);
  const { battle, tokens } = await newBattle(connect(t, server), 'simple-combat', { setup: longFight });
  const clients = [tokens.north, tokens.south, undefined].map((token) => ({ token, muster: connect(t, server) }));
  const feeds = clients.map(({ token, muster }) => muster.follow(battle, token ? { token } : {}));
  const [north, south] = feeds;
  const told = feeds.map((feed) => {
    const seqs = [];
    feed.on('event', ({ seq }) => seqs.push(seq));
    return seqs;
  });
  let follows = 0;
  north.on('following', () => ++follows);
  playDefaults(north);
  playDefaults(south);
  for (const kill of [1, 2, 3]) {
    await next(north, 'event', ({ seq }) => seq >= kill * 200);
    await server.kill();
    for (const { muster } of clients) await until(muster, 'status', () => muster.status !== 'open');
    await server.start();
  }
  const last = await ended(north);
  await Promise.all(feeds.map(ended));
  assert.ok(last.seq > 600);
  for (const [i, feed] of feeds.entries()) {
    assert.deepEqual(numbers(feed), upTo(last.seq));
    assert.deepEqual(told[i], upTo(last.seq));
    assert.deepEqual(feed.requests, []);
  }
  assert.ok(follows >= 4, `followed ${follows} times`);
  const verdict = await verifyRecord(await connect(t, server).record(battle));
  assert.ok(verdict.holds, verdict.problem?.message);
});

test('what is asked while the connection is closing waits for the next one: sent into the closing it would be lost, and nobody would know whether it was done', async (t) => {
  const server = await startServer(t);
  const { sockets, Recorded } = recording();
  const muster = connect(t, server, { WebSocket: Recorded });
  const { example: setup } = await muster.ruleset('armies');
  const create = () => muster.create({ ruleset: 'armies', setup });
  await create();
  sockets[0].close(); // until the server has said goodbye too, nobody here has heard that it is closed
  assert.equal(sockets[0].readyState, WebSocket.CLOSING);
  assert.equal(muster.status, 'open');
  assert.ok((await create()).battle);
  assert.equal(sockets.length, 2);
});

test('a choice made while the connection is down is kept and told when it is back', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'advanced-combat');
  const attacker = muster.follow(battle, { token: tokens.attacker });
  muster.follow(battle, { token: tokens.defender });
  const [request] = await next(attacker, 'requests');
  const seen = [];
  attacker.on('requests', (requests) => seen.push(requests.length));
  const statuses = [];
  muster.on('status', (status) => statuses.push(status));
  await server.kill();
  await until(muster, 'status', () => muster.status === 'waiting');
  const chosen = attacker.choose(request.decision, 'default');
  assert.deepEqual(attacker.requests, [request], 'the question stays while we are away');
  await server.start();
  const seq = await chosen;
  await until(attacker, 'event', () => attacker.head >= seq);
  assert.equal(attacker.events[seq - 1].event, 'chosen');
  assert.ok(statuses.includes('waiting') && statuses.at(-1) === 'open');
});

/** Of the first message of this type the answer never arrives: once `taken` the connection ends, and nothing is heard until then. */
function breaking(type, taken) {
  const { sockets, Recorded } = recording();
  const sent = [];
  class Breaking extends Recorded {
    send(text) {
      const message = JSON.parse(text);
      if (message.type !== type) return super.send(text);
      sent.push(message.id);
      if (sent.length > 1) return super.send(text);
      this.onmessage = null;
      super.send(text, () => taken().then(() => this.terminate()));
    }
  }
  return { sockets, sent, Breaking };
}

test('a choice whose answer is lost is asked again with the same id, and made once', async (t) => {
  const server = await startServer(t);
  const { battle, tokens } = await newBattle(connect(t, server), 'advanced-combat');
  const defender = connect(t, server).follow(battle, { token: tokens.defender });
  const isChosen = ({ event, data }) => event === 'chosen' && data.seat === 'attacker';
  const { sockets, sent, Breaking } = breaking('choose', () => until(defender, 'event', () => defender.events.some(isChosen)));
  const attacker = connect(t, server, { WebSocket: Breaking }).follow(battle, { token: tokens.attacker });
  const [request] = await next(attacker, 'requests');
  const seq = await attacker.choose(request.decision, 'default');
  assert.equal(sent.length, 2);
  assert.equal(sent[0], sent[1]);
  assert.equal(sockets.length, 2);
  for (const feed of [defender, attacker]) await until(feed, 'event', () => feed.head >= seq);
  const made = defender.events.filter(({ event, data }) => event === 'chosen' && data.decision === request.decision);
  assert.deepEqual(made.map((each) => each.seq), [seq]);
});

test('a battle is not created twice when the answer is lost', async (t) => {
  const server = await startServer(t);
  const elsewhere = connect(t, server);
  const made = async () => {
    while ((await elsewhere.battles({})).battles.length === 0);
  };
  const { sent, Breaking } = breaking('create', made);
  const muster = connect(t, server, { WebSocket: Breaking });
  await assert.rejects(newBattle(muster, 'armies'), refusedAs('unreachable'));
  assert.equal(sent.length, 1);
  assert.equal((await muster.battles({})).battles.length, 1);
});

test('a page that stops reading is dropped by the server, and gets everything when it reads again', async (t) => {
  const server = await startServer(t);
  const { sockets, Recorded } = recording();
  const slow = connect(t, server, { WebSocket: Recorded });
  // A second page of a seat gets all its questions too: half a megabyte for each of these battles.
  const battles = await Promise.all([1, 2, 3, 4].map(() => newBattle(connect(t, server), 'simple-combat', { setup: longFight })));
  const feeds = battles.map(({ battle, tokens }) => slow.follow(battle, { token: tokens.north }));
  await Promise.all(feeds.map(({ ready }) => ready));
  sockets[0].pause();
  let code = 0;
  sockets[0].addEventListener('close', (event) => (code = event.code));
  const players = battles.flatMap(({ battle, tokens }) => Object.values(tokens).map((token) => connect(t, server).follow(battle, { token })));
  for (const player of players) playDefaults(player);
  await Promise.all(players.map(ended));
  sockets[0].resume();
  await Promise.all(feeds.map(ended));
  assert.ok(sockets.length >= 2);
  assert.ok(code === 4008 || code === 1006, `closed with ${code}`); // 1006: on a slow machine the goodbye itself is given up
  for (const feed of feeds) {
    assert.deepEqual(numbers(feed), upTo(feed.head));
    assert.deepEqual(feed.requests, []);
  }
});

test('a planned restart is announced, and the connection comes back', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle } = await newBattle(muster, 'armies');
  const feed = muster.follow(battle);
  await next(feed, 'caught_up');
  const announced = next(muster, 'notice');
  const back = next(feed, 'following');
  await server.stop();
  assert.equal((await announced).notice, 'restart');
  await server.start();
  assert.equal((await back).battle, battle);
});
