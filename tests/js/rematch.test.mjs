import assert from 'node:assert/strict';
import { test } from 'node:test';

import { tableAt } from '../../clients/js/dist/table/index.js';
import { connect, ended, newBattle, next, randomToken, refusedAs, startScripted, startServer, followingOf, WebSocket } from './support.mjs';

const conceded = async (feed) => {
  await feed.ready;
  await feed.concede();
};
const tableOf = (feed) => tableAt(feed.header, feed.events, feed.head);
/** As a client without the SDK gets it. */
const snapshotOf = (server, battle) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, 'muster.v1');
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'follow', battle, snapshot: true })));
    socket.on('message', (text) => {
      const message = JSON.parse(text);
      if (message.type !== 'snapshot') return;
      socket.close();
      resolve(message);
    });
  });
const made = (feed) => next(feed, 'event', ({ event }) => event === 'rematch_made');

test('two ask for a rematch with the sides changed, and both follow it with the tokens that they drew', async (t) => {
  const server = await startServer(t);
  const [ada, bob] = [connect(t, server), connect(t, server)];
  const { battle, tokens } = await newBattle(ada, 'advanced-combat');
  const feeds = [ada.follow(battle, { token: tokens.attacker }), bob.follow(battle, { token: tokens.defender })];
  await Promise.all(feeds.map(({ ready }) => ready));
  await conceded(feeds[0]);
  await Promise.all(feeds.map(ended));
  const token = randomToken();
  assert.deepEqual(await feeds[0].rematch({ swap: true, token }), { token, taken: null });
  await assert.rejects(feeds[1].withdrawRematch(), refusedAs('illegal_choice'));
  const told = made(feeds[0]);
  const answer = await feeds[1].rematch({ swap: true });
  const { data } = await told;
  assert.deepEqual(answer.taken, { battle: data.battle, seat: 'attacker', token: answer.token });
  assert.deepEqual(tableOf(feeds[0]).rematch, { wanted: {}, made: { battle: data.battle, swap: true }, failed: null });
  assert.deepEqual(await feeds[0].rematch({ token }), { token, taken: { battle: data.battle, seat: 'defender', token } });
  const again = [ada.follow(data.battle, { token, name: 'Ada' }), bob.follow(data.battle, { token: answer.token, name: 'Bob' })];
  const headers = await Promise.all(again.map(({ ready }) => ready));
  assert.deepEqual(headers.map(({ viewer }) => viewer), ['defender', 'attacker']);
});

test('the table says who wants it how, and that it was taken back', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'phased-combat');
  const [ada, bob] = [tokens.attacker, tokens.defender].map((token) => muster.follow(battle, { token }));
  await Promise.all([ada.ready, bob.ready]);
  await conceded(ada);
  await ended(bob);
  const heard = (name) => next(bob, 'event', ({ event }) => event === name);
  const wanted = heard('rematch_wanted');
  await ada.rematch();
  await wanted;
  assert.deepEqual(tableOf(bob).rematch, { wanted: { attacker: false }, made: null, failed: null });
  const withdrawn = heard('rematch_withdrawn');
  await ada.withdrawRematch();
  await withdrawn;
  assert.deepEqual(tableOf(bob).rematch, { wanted: {}, made: null, failed: null });
});

test('a snapshot says of the rematch what the table does for who has heard all events', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'phased-combat');
  const [ada, bob] = [tokens.attacker, tokens.defender].map((token) => muster.follow(battle, { token }));
  await Promise.all([ada.ready, bob.ready]);
  await conceded(ada);
  await ended(bob);
  const same = async () => {
    const { failed, ...told } = tableOf(bob).rematch;
    assert.equal(failed, null);
    assert.deepEqual((await snapshotOf(server, battle)).rematch, told);
  };
  await same();
  for (const [name, act] of [['rematch_wanted', () => ada.rematch({ swap: true })], ['rematch_made', () => bob.rematch({ swap: true })]]) {
    const heard = next(bob, 'event', ({ event }) => event === name);
    await act();
    await heard;
    await same();
  }
});

test('a rematch that the server cannot make is wanted by nobody, and the table says why, until it is asked for again', async (t) => {
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, 'phased-combat');
  const feed = muster.follow(battle, { token: tokens.attacker });
  await feed.ready;
  const tell = (seq, event, data) => ({ seq, at: '', event, data });
  const events = [
    tell(1, 'rematch_wanted', { seat: 'attacker', swap: false }),
    tell(2, 'rematch_withdrawn', { seat: 'attacker', code: 'bad_setup', message: 'the rules are gone' }),
    tell(3, 'rematch_wanted', { seat: 'defender', swap: true }),
  ];
  assert.deepEqual(tableAt(feed.header, events, 2).rematch, { wanted: {}, made: null, failed: { code: 'bad_setup', message: 'the rules are gone' } });
  assert.deepEqual(tableAt(feed.header, events, 3).rematch, { wanted: { defender: true }, made: null, failed: null });
});

test('a rematch whose answer was lost is asked for again with the same token', async (t) => {
  const server = await startScripted(t, ({ say, cut }, message, visit) => {
    if (message.type === 'follow') return say(followingOf(message, 0, { status: 'over' }));
    if (message.type !== 'rematch') return;
    if (visit === 1) cut();
    else say({ type: 'invitation', id: message.id, battle: 'b2', seat: 'defender', token: message.token });
  });
  const feed = connect(t, server).follow('b1', { token: 'mine' });
  const { token, taken } = await feed.rematch();
  const asked = server.heard.filter(({ type }) => type === 'rematch');
  assert.match(token, /^[A-Za-z0-9]{32,64}$/);
  assert.deepEqual(asked.map((each) => [each.token, each.id]), [[token, asked[0].id], [token, asked[0].id]]);
  assert.deepEqual(taken, { battle: 'b2', seat: 'defender', token });
});
