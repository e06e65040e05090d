import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, eventOf, followingOf, next, nextTurn, startScripted } from './support.mjs';

function heap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const events = 50_000;
const eventsOfAVisit = 10_000;

// A function of its own, so that nothing but the Muster could hold on to the feed.
async function followToTheEnd(server, muster, before) {
  const feed = muster.follow('b1', { token: 't' });
  feed.on('event', ({ seq }) => {
    if (seq % eventsOfAVisit === 0) for (const socket of server.sockets) socket.terminate();
  });
  await next(feed, 'caught_up');
  assert.equal(feed.events.length, events);
  const each = (heap() - before) / events;
  assert.ok(each < 400, `${each} bytes for each event`);
  feed.unfollow();
}

test('a long feed costs its events and nothing else, and gives everything back', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type !== 'follow') return;
    say(followingOf(message, events));
    for (let seq = message.since + 1; seq <= message.since + eventsOfAVisit; ++seq) say(eventOf(message.battle, seq));
  });
  const muster = connect(t, server);
  const before = heap();
  await followToTheEnd(server, muster, before);
  await nextTurn(); // what was under way is over, and holds nothing any more
  const left = heap() - before;
  assert.ok(left < 2_000_000, `${left} bytes are left`);
});

test('following, choosing and leaving a thousand times leaves nothing behind', async (t) => {
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type === 'follow') say(followingOf(message, 1)), say(eventOf(message.battle, 1));
    if (message.type === 'choose') say({ type: 'accepted', id: message.id, battle: message.battle, decision: 1, seq: 1 });
    server.heard.length = 0;
  });
  const muster = connect(t, server);
  const rounds = async (count) => {
    for (let i = 0; i < count; ++i) {
      const feed = muster.follow(`b${i}`, { token: 't' });
      feed.on('event', () => {});
      await feed.ready;
      await feed.choose(1, 'default');
      feed.unfollow();
    }
  };
  // What the engine keeps for itself, the code that it compiles while this runs, comes once, at whatever moment; what is left behind comes every time.
  const grown = [];
  await rounds(200);
  for (let times = 0; times < 4; ++times) {
    const before = heap();
    await rounds(1000);
    await nextTurn();
    grown.push(heap() - before);
  }
  assert.ok(Math.min(...grown) < 100_000, `${grown} bytes`);
});
