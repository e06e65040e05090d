import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MemoryKeeping, connect, ended, newBattle, playDefaults, refusedAs, startScripted, startServer } from './support.mjs';

test('a seat that is open to anybody is found, taken, and played; then it is found by who has won', async (t) => {
  const server = await startServer(t);
  const [ada, eve] = [connect(t, server), connect(t, server)];
  const { battle, tokens } = await newBattle(ada, 'advanced-combat', { seats: { defender: { open: true } } });
  await newBattle(ada, 'advanced-combat');
  const { battles } = await eve.battles({ open: true });
  assert.deepEqual(battles.map((each) => [each.battle, each.open, each.options.open]), [[battle, true, ['defender']]]);
  const taken = await eve.take(battle, { name: 'Eve' });
  assert.equal(taken.seat, 'defender');
  await assert.rejects(connect(t, server).take(battle, { seat: 'defender' }), refusedAs('not_your_seat'));
  const feeds = [ada.follow(battle, { token: tokens.attacker }), eve.follow(battle, { token: taken.token })];
  for (const feed of feeds) playDefaults(feed);
  await Promise.all(feeds.map(ended));
  assert.equal(feeds[0].header.seats[1].name, 'Eve');
  const { outcome } = await ada.battle(battle);
  const won = { attacker: 'first', defender: 'second' }[outcome.winner] ?? 'nobody';
  const found = async (question) => (await ada.battles(question)).battles.map((each) => each.battle);
  assert.deepEqual(await found({ outcome: won, from: '2020-01-01' }), [battle]);
  assert.deepEqual(await found({ outcome: won, to: '2020-01-01' }), []);
});

test('who is refused comes back with the same nonce: by the link of a seat, and to an open one', async (t) => {
  const server = await startScripted(t, ({ say }, { type, id, battle }) => {
    if (type === 'take' || type === 'follow') say({ type: 'rejected', id, battle, code: 'not_your_seat', message: 'not now' });
  });
  const keeping = new MemoryKeeping();
  for (let attempt = 0; attempt < 2; ++attempt) {
    const muster = connect(t, server, { keeping }); // as from a file: it is kept before anything is asked
    await assert.rejects(muster.take('b1', { seat: 'defender' }), refusedAs('not_your_seat'));
    await assert.rejects(muster.follow('b1', { token: 'one' }).ready, refusedAs('not_your_seat'));
    await assert.rejects(muster.follow('b1', { token: 'other' }).ready, refusedAs('not_your_seat'));
  }
  const nonces = ({ type, token }) => server.heard.filter((each) => each.type === type && (type === 'take' || each.token === token)).map(({ nonce }) => nonce);
  const each = [nonces({ type: 'take' }), nonces({ type: 'follow', token: 'one' }), nonces({ type: 'follow', token: 'other' })];
  for (const [first, second] of each) {
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.equal(second, first);
  }
  const [first, second] = server.heard.filter(({ type }) => type === 'take');
  assert.equal(second.token, first.token);
  assert.equal(new Set(each.map(([first]) => first)).size, 3);
});

test('a seat whose taking was not answered is asked for again with the same token', async (t) => {
  const server = await startScripted(t, ({ say, cut }, { type, id, battle, token }, visit) => {
    if (type !== 'take') return;
    if (visit === 1) cut();
    else say({ type: 'invitation', id, battle, seat: 'defender', token });
  });
  const taken = await connect(t, server).take('b1', { name: 'Eve' });
  const [first, second] = server.heard.filter(({ type }) => type === 'take');
  assert.match(first.token, /^[A-Za-z0-9]{32,64}$/);
  assert.deepEqual([second.token, second.nonce], [first.token, first.nonce]);
  assert.deepEqual(taken, { battle: 'b1', seat: 'defender', token: first.token });
});
