// What clients/BOTS.md tells authors of bots that they see when something is wrong is what they see, and what it says helps, helps.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { test } from 'node:test';

import { connect, ended, longFight, newBattle, playDefaults, startServer, WebSocket } from './support.mjs';

const table = readFileSync(new URL('../../clients/BOTS.md', import.meta.url), 'utf8').split('## When it does not work')[1];

/** The document names this status with this code. */
const isTold = (status, code) => assert.match(table, new RegExp(`\\| [^|]*${status} [^|]*\`${code}\`[^|]* \\|`));

/** Requests by HTTP: the answer's members and its status. */
const asker =
  (server) =>
  async (path, token, body) => {
    const answer = await fetch(`${server.url}/api/v1/battles/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  };

const told = (code) => assert.match(table, new RegExp(`\\| close ${code} \\|`));

/** A connection as a bot without our library has it, which goes on where it was: by battle the numbers it has read, and the last generation. */
class Line {
  constructor(server, heard = new Map()) {
    this.heard = heard;
    this.socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'muster.v1');
    this.closed = once(this.socket, 'close').then(([code]) => code);
    this.waiting = new Set();
    this.socket.on('message', (text) => this.hear(JSON.parse(text)));
  }
  hear(message) {
    const { type, battle, seq, generation } = message;
    if (type === 'following') this.heard.get(battle).generation = generation;
    if (type === 'event') this.heard.get(battle).numbers.push(seq);
    for (const look of this.waiting) look(message);
  }
  send(message) {
    this.socket.send(JSON.stringify(message));
  }
  until(holds) {
    return new Promise((resolve) => {
      const look = (message) => {
        if (!holds(message)) return;
        this.waiting.delete(look);
        resolve(message);
      };
      this.waiting.add(look);
    });
  }
  async answer(message) {
    if (this.socket.readyState === 0) await once(this.socket, 'open');
    const answered = this.until(({ id }) => id === message.id);
    this.send(message);
    return answered;
  }
  /** With the last `seq` and the generation, where there is one. */
  follow(battle, token) {
    if (!this.heard.has(battle)) this.heard.set(battle, { numbers: [] });
    const { numbers, generation } = this.heard.get(battle);
    return this.answer({ type: 'follow', id: `f${battle}`, battle, token, since: numbers.at(-1) ?? 0, ...(generation && { generation }) });
  }
  /** Every event once, in order. */
  async hasAll(battle, head) {
    const { numbers } = this.heard.get(battle);
    if (numbers.at(-1) !== head) await this.until((message) => message.battle === battle && message.seq === head);
    assert.deepEqual(numbers, Array.from({ length: head }, (_, i) => i + 1));
  }
}

test('each refusal over HTTP in the table of symptoms is what a server answers', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'armies');
  const [first, second] = Object.values(tokens);
  const ask = asker(server);
  const refused = async (status, code, path, token, body) => {
    const answer = await ask(path, token, body);
    assert.deepEqual([answer.status, answer.code], [status, code]);
    isTold(status, code);
    return answer;
  };
  await refused(401, 'bad_token', `${battle}/events?wait=0`, 'x'.repeat(32));
  const { detail } = await refused(403, 'not_your_seat', `${battle}/choices`, first, { choice: 'default' });
  assert.match(detail, /^this seat is not taken yet/);
  await refused(404, 'unknown_battle', 'AAAAAAAAAAAAAAAAAAAAAA/events?wait=0');
  await refused(400, 'bad_message', `${battle}/events?wait=61`);
  await refused(413, 'too_large', `${battle}/choices`, first, { choice: 'x'.repeat(65 * 1024) });
  const { battle: closed } = await newBattle(muster, 'armies', { options: { visibility: 'private' } });
  await refused(404, 'unknown_battle', `${closed}/events?wait=0`);
  await ask(`${battle}/events?wait=0`, first);
  await ask(`${battle}/events?wait=0`, second);
  const owner = (await Promise.all([first, second].map(async (token) => ({ token, ...(await ask(`${battle}/events`, token)) })))).find(({ requests }) => requests.length > 0);
  const [{ decision }] = owner.requests;
  await refused(403, 'not_your_seat', `${battle}/choices`, owner.token === first ? second : first, { decision, choice: 'default' });
  await refused(422, 'illegal_choice', `${battle}/choices`, owner.token, { decision, choice: { token: 'elephant' } });
  // The seat was taken by asking for its events with `wait`, and what was refused is still open for the default.
  assert.equal((await ask(`${battle}/choices`, owner.token, { decision, choice: 'default' })).type, 'accepted');
  await refused(409, 'stale_decision', `${battle}/choices`, owner.token, { decision, choice: 'default' });
  const open = (await Promise.all([first, second].map(async (token) => (await ask(`${battle}/events?wait=0`, token)).requests.map((each) => ({ token, ...each }))))).flat().find(({ pending }) => !pending);
  assert.notEqual(open.decision, decision);
  assert.equal((await ask(`${battle}/choices`, open.token, { decision: open.decision, choice: 'default' })).type, 'accepted');
  await ask(`${battle}/messages`, first, { type: 'concede' });
  await refused(409, 'battle_over', `${battle}/choices`, second, { choice: 'default' });
});

test('a choice that was refused with 429 is made once by sending it again a second later', { timeout: 600_000 }, async (t) => {
  const server = await startServer(t, ['--messages-per-address-per-s', '1', '--unlimited-addresses', '192.0.2.1']);
  const { battle, tokens } = await newBattle(connect(t, server), 'armies', { seats: { defender: { bot: 'best' } } });
  const ask = asker(server);
  const again = async (...question) => {
    for (let refusals = 0; ; ++refusals) {
      const { status, code, ...answer } = await ask(...question);
      if (status !== 429) return { ...answer, refusals };
      assert.equal(code, 'rate_limited');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  isTold(429, 'rate_limited');
  // A second may be over just between the refusal and the choice: then the next decision is the one.
  for (let refusals = 0, n = 1; refusals === 0; ++n) {
    const { requests: [{ decision }] } = await again(`${battle}/events?wait=0`, tokens.attacker);
    const choice = [`${battle}/choices`, tokens.attacker, { id: `mine${n}`, decision, choice: 'default' }];
    while ((await ask(`${battle}/events`)).status !== 429);
    const first = await again(...choice);
    assert.equal(first.type, 'accepted');
    refusals = first.refusals;
    assert.equal((await again(...choice)).seq, first.seq);
  }
});

test('of many new connections at once some are told with 429, others are closed without an answer, and one that comes later is answered', { timeout: 600_000 }, async (t) => {
  assert.match(table, /\| the connection is closed, or reset, without an answer \|/);
  const server = await startServer(t, ['--connects-per-address-per-s', '1', '--unlimited-addresses', '192.0.2.1']);
  const { hostname, port } = new URL(server.url);
  const seen = new Set();
  const sockets = [];
  t.after(() => sockets.forEach((socket) => socket.destroy()));
  // None closes by itself: who is told keeps his place among those who are told.
  const come = () => {
    let said = '';
    const socket = connectTcp({ host: hostname, port, allowHalfOpen: true }, () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
    sockets.push(socket);
    return new Promise((resolve) => {
      socket.on('data', (bytes) => resolve((said += bytes).slice(9, 12)));
      socket.on('error', () => resolve('nothing'));
      socket.on('end', () => resolve('nothing'));
    });
  };
  for (let round = 0; round < 100 && !(seen.has('429') && seen.has('nothing')); ++round) for (const what of await Promise.all(Array.from({ length: 30 }, come))) seen.add(what);
  assert.ok(seen.has('429') && seen.has('nothing'), [...seen].join());
  for (const socket of sockets) socket.destroy();
  for (let [status, tries] = [0, 0]; status !== 200; ++tries) {
    assert.ok(tries < 100, 'nobody is let in any more');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    status = await fetch(`${server.url}/healthz`).then((answer) => answer.status, () => 0);
  }
});

test('what a WebSocket may not carry ends it as the table of symptoms says', { timeout: 600_000 }, async (t) => {
  const server = await startServer(t);
  const answer = (rest) => new Line(server).answer({ type: 'ping', id: 'p', ...rest });
  for (const [code, ...frame] of [
    [1003, Buffer.from('{"type":"ping","id":"p"}'), { binary: true }],
    [1009, JSON.stringify({ type: 'ping', id: 'p', more: 'x'.repeat(65 * 1024) })],
  ]) {
    const line = new Line(server);
    await once(line.socket, 'open');
    line.socket.send(...frame);
    assert.equal(await line.closed, code);
    told(code);
  }
  assert.equal((await answer({})).type, 'pong'); // as text
  assert.equal((await answer({ more: 'x'.repeat(63 * 1024) })).type, 'rejected'); // shorter: it is heard, and has no such member
});

test('a bot that asks in a loop is closed with 4009, and is heard when it comes back and does not', { timeout: 600_000 }, async (t) => {
  const server = await startServer(t, ['--messages-per-s', '0.05']); // one, and the next after 20 s
  const loop = new Line(server);
  await loop.answer({ type: 'ping', id: 'p' });
  for (let i = 0; i < 1100; ++i) loop.send({ type: 'ping', id: `p${i}` });
  assert.equal(await loop.closed, 4009);
  told(4009);
  assert.equal((await new Line(server).answer({ type: 'ping', id: 'p' })).type, 'pong');
});

test('after a restart (4001) and after not reading (4008) a bot that follows again with its last seq has everything once', { timeout: 600_000 }, async (t) => {
  const server = await startServer(t);
  const battles = await Promise.all([1, 2, 3, 4].map(() => newBattle(connect(t, server), 'simple-combat', { setup: longFight })));
  const follow = (line) => Promise.all(battles.map(({ battle, tokens }) => line.follow(battle, tokens.north)));
  const early = new Line(server);
  await follow(early);
  await server.stop();
  assert.equal(await early.closed, 4001);
  told(4001);
  await server.start();
  const slow = new Line(server, early.heard);
  const before = [...slow.heard.values()].map(({ generation }) => generation);
  await follow(slow);
  assert.deepEqual([...slow.heard.values()].map(({ generation }) => generation), before);

  slow.socket.pause();
  const players = battles.flatMap(({ battle, tokens }) => Object.values(tokens).map((token) => connect(t, server).follow(battle, { token })));
  for (const player of players) playDefaults(player);
  await Promise.all(players.map(ended));
  slow.socket.resume();
  assert.ok([4008, 1006].includes(await slow.closed)); // 1006: on a slow machine the goodbye itself is given up
  told(4008);
  const missed = [...slow.heard.values()].map(({ numbers }) => numbers.length);
  assert.ok(players.some(({ head }, i) => missed[Math.floor(i / 2)] < head), 'nothing was missed');
  const reads = new Line(server, slow.heard);
  await follow(reads);
  for (const [i, { battle }] of battles.entries()) await reads.hasAll(battle, players[2 * i].head);
});
