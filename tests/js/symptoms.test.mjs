// What clients/BOTS.md tells authors of bots that they see when something is wrong is what they see. (4008 is in tests/server/slow_test.cpp.)
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

test('each end of a WebSocket in the table of symptoms is how a server ends it', async (t) => {
  const server = await startServer(t);
  const endOf = async (begin) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'muster.v1');
    await once(socket, 'open');
    begin(socket);
    const [code] = await once(socket, 'close');
    assert.match(table, new RegExp(`\\| close ${code} \\|`));
    return code;
  };
  assert.equal(await endOf((socket) => socket.send(Buffer.from('x'), { binary: true })), 1003);
  assert.equal(await endOf((socket) => socket.send('x'.repeat(65 * 1024))), 1009);
  assert.equal(await endOf((socket) => { for (let i = 0; i < 3000; ++i) socket.send('{"type":"ping"}'); }), 4009);
  assert.equal(await endOf(() => server.stop('SIGTERM')), 4001);
  assert.match(table, /\| close 4008 \|/);
});
