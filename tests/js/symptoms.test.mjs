// What clients/BOTS.md tells authors of bots that they see when something is wrong is what they see. (4008 and 4009 are in tests/server.)
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { connect, newBattle, startServer, WebSocket } from './support.mjs';

const table = readFileSync(new URL('../../clients/BOTS.md', import.meta.url), 'utf8').split('## When it does not work')[1];

/** The document names this status with this code. */
const isTold = (status, code) => assert.match(table, new RegExp(`\\| .*${status} \`${code}\`.* \\|`));

test('each refusal over HTTP in the table of symptoms is what a server answers', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'armies');
  const [first, second] = Object.values(tokens);
  const ask = async (path, token, body) => {
    const answer = await fetch(`${server.url}/api/v1/battles/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(token && { Authorization: `Bearer ${token}` }), 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    return { status: answer.status, ...(await answer.json()) };
  };
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
  const { battle: closed } = await newBattle(muster, 'armies', { options: { visibility: 'private' } });
  await refused(404, 'unknown_battle', `${closed}/events?wait=0`);
  await ask(`${battle}/events?wait=0`, first);
  await ask(`${battle}/events?wait=0`, second);
  const owner = (await Promise.all([first, second].map(async (token) => ({ token, ...(await ask(`${battle}/events`, token)) })))).find(({ requests }) => requests.length > 0);
  const [{ decision }] = owner.requests;
  await refused(422, 'illegal_choice', `${battle}/choices`, owner.token, { decision, choice: { token: 'elephant' } });
  assert.equal((await ask(`${battle}/choices`, owner.token, { decision, choice: 'default' })).type, 'accepted');
  await refused(409, 'stale_decision', `${battle}/choices`, owner.token, { decision, choice: 'default' });
  await ask(`${battle}/messages`, first, { type: 'concede' });
  await refused(409, 'battle_over', `${battle}/choices`, second, { choice: 'default' });
});

test('what a WebSocket may not carry ends it as the table of symptoms says', { timeout: 60_000 }, async (t) => {
  const server = await startServer(t);
  const endOf = async (begin) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'muster.v1');
    await once(socket, 'open');
    const closed = once(socket, 'close');
    begin(socket);
    const [code] = await closed;
    assert.match(table, new RegExp(`\\| close ${code} \\|`));
    return code;
  };
  assert.equal(await endOf((socket) => socket.send(Buffer.from('x'), { binary: true })), 1003);
  assert.equal(await endOf((socket) => socket.send('x'.repeat(65 * 1024))), 1009);
});
