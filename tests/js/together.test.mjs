// Looking back together by the SDK: in and out of a room, across breaks and restarts.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { momentOf, Together, whereOf } from '../../clients/js/dist/together.js';
import { connect, ended, newBattle, next, startServer, until, WebSocket } from './support.mjs';

/** A battle that is over. */
async function endedBattle(t, server) {
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'advanced-combat');
  const feeds = ['attacker', 'defender'].map((seat) => muster.follow(battle, { token: tokens[seat] }));
  await Promise.all(feeds.map(({ ready }) => ready));
  await feeds[0].concede();
  await Promise.all(feeds.map(ended));
  muster.close();
  return battle;
}

async function comeIn(t, server, battle, options = {}) {
  const room = new Together(server.url, battle, { WebSocket, ...options });
  t.after(() => room.close());
  await until(room, 'changed', () => room.state === 'in');
  return room;
}

test('what is shown, said and pointed at comes to everybody in the room, and to who comes late', async (t) => {
  const server = await startServer(t);
  const battle = await endedBattle(t, server);
  const ada = await comeIn(t, server, battle, { name: 'Ada' });
  const bob = await comeIn(t, server, battle, { name: 'Bob', room: ada.room });
  assert.equal(ada.leads, true);
  assert.equal(bob.leads, false);
  assert.equal(bob.lead(whereOf(2)), true); // it is refused, and changes nothing
  await until(bob, 'changed', () => bob.refusal?.code === 'not_your_seat');
  const led = next(bob, 'led');
  ada.lead(whereOf(3));
  assert.deepEqual(await led, { where: 'at=3', member: ada.you });
  const pointed = next(ada, 'pointed');
  bob.point('on=table&x=0.5&y=0.5');
  assert.deepEqual(await pointed, { member: bob.you, at: 'on=table&x=0.5&y=0.5' });
  bob.remark('look there');
  await until(ada, 'changed', () => ada.lines.length === 1);
  const cleo = await comeIn(t, server, battle, { name: 'Cleo', room: ada.room });
  assert.equal(momentOf(cleo.where), 3);
  assert.equal(cleo.lines[0].text, 'look there');
  assert.equal(cleo.members[1].at, 'on=table&x=0.5&y=0.5');
  ada.giveLead({ to: cleo.you, everybody: true });
  await until(cleo, 'changed', () => cleo.leader === cleo.you && bob.leads);
  const left = next(ada, 'ended');
  ada.part();
  assert.equal((await left).refusal.code, 'unreachable');
  await until(cleo, 'changed', () => cleo.members.length === 2);
});

test('whoever comes again with the key is the same member, and another window with it takes the place', async (t) => {
  const server = await startServer(t);
  const battle = await endedBattle(t, server);
  const ada = await comeIn(t, server, battle, { name: 'Ada' });
  const bob = await comeIn(t, server, battle, { name: 'Bob', room: ada.room });
  ada.close();
  await until(bob, 'changed', () => bob.leads);
  const again = await comeIn(t, server, battle, { name: 'Ada', room: ada.room, key: ada.key });
  assert.equal(again.you, ada.you);
  assert.equal(again.leads, true);
  const put = next(again, 'ended');
  const third = await comeIn(t, server, battle, { name: 'Ada', room: ada.room, key: ada.key });
  assert.equal((await put).refusal.code, 'unreachable');
  assert.equal(third.leads, true);
});

test('a connection that breaks is made anew, and one is the same member; a server that starts again has no rooms, and says so', async (t) => {
  const server = await startServer(t);
  const battle = await endedBattle(t, server);
  const sockets = [];
  class Breakable extends WebSocket {
    constructor(...all) {
      super(...all);
      sockets.push(this);
    }
  }
  const ada = await comeIn(t, server, battle, { name: 'Ada', WebSocket: Breakable });
  const { you } = ada;
  sockets.at(-1).terminate();
  await until(ada, 'changed', () => ada.state === 'coming');
  await until(ada, 'changed', () => ada.state === 'in');
  assert.equal(ada.you, you);
  const gone = next(ada, 'ended');
  await server.kill();
  await server.start();
  const { refusal } = await gone;
  assert.deepEqual([refusal.code, refusal.path], ['unknown_battle', '/room']);
  assert.equal(ada.state, 'ended');
});

test('a place says no more than it is', () => {
  assert.equal(momentOf('at=12&branch=x'), 12);
  for (const where of ['', 'at=', 'at=-1', 'at=1.5', 'at=99999999999', 'branch=x', 'at=1e3']) assert.equal(momentOf(where), null, where);
});
