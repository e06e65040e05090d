// What a page's device tells: it went offline, came back, is looked at again. And servers that are silently gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, followingOf, next, startScripted, startServer, newBattle, until } from './support.mjs';

// A second lasts ten milliseconds for what is scheduled after this.
function hurry(t) {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (callback, delay, ...rest) => real(callback, delay >= 1000 ? delay / 100 : delay, ...rest);
  t.after(() => (globalThis.setTimeout = real));
}

// What is scheduled after this never happens by itself.
function stopTime(t) {
  const real = globalThis.setTimeout;
  globalThis.setTimeout = (callback, _delay, ...rest) => real(callback, 2 ** 30, ...rest).unref();
  t.after(() => (globalThis.setTimeout = real));
}

test('silence is asked through by a ping, and ended when nobody answers', async (t) => {
  let answers = true;
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type === 'follow') say(followingOf(message, 0));
    if (message.type === 'ping' && answers) say({ type: 'pong' });
  });
  hurry(t);
  const feed = connect(t, server).follow('b1');
  await feed.ready;
  await until(server, 'change', () => server.heard.filter(({ type }) => type === 'ping').length >= 3);
  assert.equal(server.visits, 1);
  answers = false;
  await until(server, 'change', () => server.visits === 2);
});

test('a device that comes online or is looked at tries at once', async (t) => {
  const window = (globalThis.window = new EventTarget());
  const document = (globalThis.document = Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  t.after(() => {
    delete globalThis.window;
    delete globalThis.document;
  });
  const server = await startServer(t);
  const muster = connect(t, server);
  const { battle } = await newBattle(muster, 'armies');
  const feed = muster.follow(battle);
  await feed.ready;
  stopTime(t); // no try but the device's
  for (const device of [() => window.dispatchEvent(new Event('online')), () => document.dispatchEvent(new Event('visibilitychange'))]) {
    await server.kill();
    await until(muster, 'status', () => muster.status === 'waiting');
    await server.start();
    const back = next(feed, 'following');
    device();
    await back;
  }
});
