// What a real server seldom does, said by one that says what it is told to.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, eventOf, followingOf, next, numbers, refusedAs, nextTurn, startScripted, until, upTo } from './support.mjs';

const slice = (since, until) => upTo(until).slice(since);

test('every close code is come back from, and history goes on where it broke', async (t) => {
  const codes = [4008, 4001, 1011, 1000, 1006];
  const server = await startScripted(t, ({ say, close, cut }, message, visit) => {
    if (message.type !== 'follow') return;
    say(followingOf(message, 60));
    for (const seq of slice(message.since, visit * 10)) say(eventOf(message.battle, seq));
    const code = codes[visit - 1];
    if (code === 1006) cut();
    else if (code) close(code);
  });
  const muster = connect(t, server);
  const feed = muster.follow('b1');
  await next(feed, 'caught_up');
  assert.deepEqual(numbers(feed), upTo(60));
  assert.deepEqual(server.heard.map(({ since }) => since), [0, 10, 20, 30, 40, 50].slice(0, server.visits));
});

test('a gap, a repetition and talk meant for who followed before', async (t) => {
  const server = await startScripted(t, ({ say }, message, visit) => {
    if (message.type !== 'follow') return;
    say(eventOf(message.battle, 1)); // before it follows: of an earlier follow
    say(followingOf(message, 5));
    say(eventOf('another', 1));
    if (visit === 1) for (const seq of [1, 2, 2, 1, 4, 5]) say(eventOf(message.battle, seq));
    else for (const seq of slice(message.since, 5)) say(eventOf(message.battle, seq));
  });
  const feed = connect(t, server).follow('b1');
  await next(feed, 'caught_up');
  assert.deepEqual(numbers(feed), upTo(5));
  assert.equal(server.visits, 2, 'a gap makes a new connection');
});

test('what is no message does no harm', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    for (const odd of [null, 7, [], 'text', {}, { type: 'event' }, { type: 'rejected' }, { type: 'accepted', id: 'none' }, { type: 'new_thing', battle: 'b1' }]) say(odd);
    if (message.type === 'follow') say(followingOf(message, 0));
  });
  await connect(t, server).follow('b1').ready;
});

test('a busy server is asked again: follow, choose and create', async (t) => {
  const refused = new Set();
  const server = await startScripted(t, ({ say }, message) => {
    const code = message.type === 'choose' ? 'rate_limited' : 'server_busy';
    if (message.type === 'unfollow') return;
    if (!refused.has(message.type)) {
      refused.add(message.type);
      return say({ type: 'rejected', id: message.id, code, message: 'later' });
    }
    if (message.type === 'follow') say(followingOf(message, 0));
    if (message.type === 'choose') say({ type: 'accepted', id: message.id, battle: message.battle, decision: 1, seq: 7 });
    if (message.type === 'create') say({ type: 'created', id: message.id, battle: 'b2', seats: [] });
  });
  const muster = connect(t, server);
  const feed = muster.follow('b1', { token: 't' });
  await feed.ready;
  assert.equal(await feed.choose(1, 'default'), 7);
  assert.equal((await muster.create({ ruleset: 'armies', setup: {} })).battle, 'b2');
  const chosen = server.heard.filter(({ type }) => type === 'choose');
  assert.equal(chosen.length, 2);
  assert.equal(chosen[0].id, chosen[1].id);
});

test('a message that the server finds too big is given up, the rest goes on', async (t) => {
  const server = await startScripted(t, ({ say, close }, message) => {
    if (message.type === 'follow') say(followingOf(message, 0));
    if (message.type === 'say') close(1009);
  });
  const feed = connect(t, server).follow('b1', { token: 't' });
  await feed.ready;
  const back = next(feed, 'following');
  await assert.rejects(feed.say('x'), refusedAs('too_large'));
  await back;
});

test('a request that is not open any more after a break goes away, one that is stays the same', async (t) => {
  let cutNow;
  const server = await startScripted(t, ({ say, cut }, message, visit) => {
    if (message.type !== 'follow') return;
    cutNow = cut;
    say(followingOf(message, 0));
    const request = (decision) => say({ type: 'request', battle: 'b1', decision, seat: 'attacker', kind: 'wave', options: {}, default: {}, deadline: null });
    request(1);
    if (visit > 1) return;
    request(2);
  });
  const feed = connect(t, server).follow('b1', { token: 't' });
  const counts = [];
  feed.on('requests', (requests) => counts.push(requests.map(({ decision }) => decision).join()));
  await next(feed, 'requests', (requests) => requests.length === 2);
  cutNow();
  await next(feed, 'requests', (requests) => requests.length === 1);
  assert.deepEqual(counts, ['1', '1,2', '1,2', '1'], 'never empty in between');
});

test('a server whose copy was restored is heard from the beginning, and is not told what was meant for the one before', async (t) => {
  let cutNow;
  const server = await startScripted(t, ({ say, cut }, message, visit) => {
    if (message.type !== 'follow') return;
    cutNow = cut;
    const head = visit === 1 ? 9 : 4;
    say(followingOf(message, head, { generation: visit === 1 ? 'aaaa' : 'bbbb' }));
    const since = visit === 1 || message.generation === 'bbbb' ? message.since : 0;
    for (const seq of slice(since, head)) say(eventOf(message.battle, seq));
  });
  const feed = connect(t, server).follow('b1', { token: 't' });
  await next(feed, 'caught_up');
  assert.equal(feed.generation, 'aaaa');
  const told = [];
  feed.on('restored', () => told.push('restored'));
  feed.on('event', ({ seq }) => told.push(seq));
  const lost = assert.rejects(feed.choose(3, 'default'), refusedAs('history_restored'));
  cutNow();
  await next(feed, 'caught_up');
  await lost;
  assert.deepEqual(told, ['restored', 1, 2, 3, 4]);
  assert.deepEqual(numbers(feed), upTo(4));
  assert.equal(feed.generation, 'bbbb');
  const again = next(feed, 'following');
  cutNow();
  await again;
  assert.deepEqual(numbers(feed), upTo(4));
  assert.deepEqual(server.heard.filter(({ type }) => type === 'follow').map(({ since, generation }) => [since, generation]), [[0, undefined], [9, 'aaaa'], [4, 'bbbb']]);
  assert.equal(server.heard.filter(({ type, visit }) => type === 'choose' && visit > 1).length, 0);
});

test('a server that has fewer events than the client is asked for all of them', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type !== 'follow') return;
    const { id, battle, since } = message;
    if (since > 2) return say({ type: 'rejected', id, battle, code: 'bad_message', message: 'this battle has only 2 events', path: '/since' });
    say(followingOf(message, 2));
    for (const seq of slice(since, 2)) say(eventOf(battle, seq));
  });
  const feed = connect(t, server).follow('b1', { since: 7 });
  const restored = next(feed, 'restored');
  await next(feed, 'caught_up');
  await restored;
  assert.deepEqual(numbers(feed), [1, 2]);
});

test('unfollowing and closing settle what is open, without unhandled rejections', async (t) => {
  const server = await startScripted(t, ({ say }, message) => message.battle === 'b2' && message.type === 'follow' && say(followingOf(message, 0)));
  const muster = connect(t, server);
  const silent = muster.follow('b1');
  await until(server, 'change', () => server.heard.length === 1);
  silent.unfollow();
  await assert.rejects(silent.ready, refusedAs('unreachable'));
  await assert.rejects(silent.say('too late'), refusedAs('unreachable'));
  const feed = muster.follow('b2', { token: 't' });
  await feed.ready;
  const errors = [];
  feed.on('error', ({ refusal }) => errors.push(refusal.code));
  const said = feed.say('x');
  feed.concede(); // nobody waits for it
  muster.create({ ruleset: 'armies', setup: {} });
  muster.close();
  await assert.rejects(feed.say('too late'), refusedAs('unreachable'));
  await assert.rejects(said, refusedAs('unreachable'));
  assert.deepEqual(errors, ['unreachable']);
  await until(server, 'change', () => server.sockets.size === 0);
  await nextTurn();
});

test('a connection that was opened ahead is the one that what follows goes over', async (t) => {
  const server = await startScripted(t, ({ say }, message) => message.type === 'follow' && say(followingOf(message, 0)));
  const muster = connect(t, server);
  muster.connect();
  await next(muster, 'status', () => muster.status === 'open');
  assert.deepEqual(server.heard, []);
  await muster.follow('b1').ready;
  assert.equal(server.visits, 1);
});

test('who is put out of a seat hears why, and is asked nothing more', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type !== 'follow') return;
    say(followingOf(message, 0));
    say({ type: 'unfollowed', battle: message.battle, message: 'this seat was handed over' });
  });
  const feed = connect(t, server).follow('b1', { token: 'old' });
  const error = await next(feed, 'error');
  assert.deepEqual(error.refusal, { code: 'seat_handed_over', message: 'this seat was handed over' });
  await assert.rejects(feed.say('hello'), refusedAs('seat_handed_over'));
});

test('a listener that is taken away hears nothing more; the others do', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type === 'follow') say(followingOf(message, 1));
    say(eventOf('b1', 1));
  });
  const feed = connect(t, server).follow('b1');
  const heard = [];
  const stop = feed.on('event', () => heard.push('first'));
  feed.on('event', () => heard.push('second'));
  stop();
  await next(feed, 'caught_up');
  assert.deepEqual(heard, ['second']);
});

test('more battles than one connection may follow', async (t) => {
  const server = await startScripted(t, ({ say }, message) => message.type === 'follow' && say(followingOf(message, 0)));
  const muster = connect(t, server);
  const feeds = upTo(65).map((i) => muster.follow(`b${i}`));
  await Promise.all(feeds.map(({ ready }) => ready));
  assert.equal(server.visits, 2);
  feeds[64].unfollow();
  await until(server, 'change', () => server.sockets.size === 1);
});
