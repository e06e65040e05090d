// What a page's device tells: it went offline, came back, is looked at again. And servers that are silently gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, followingOf, manualTime, next, nextTurn, startScripted, startServer, newBattle, until } from './support.mjs';

test('silence is asked through by a ping, and ended when nobody answers', async (t) => {
  let answers = true;
  const server = await startScripted(t, ({ say }, message) => {
    if (message.type === 'follow') say(followingOf(message, 0));
    if (message.type === 'ping' && answers) say({ type: 'pong' });
  });
  const time = manualTime(t);
  const feed = connect(t, server).follow('b1');
  await feed.ready;
  const silence = 25_000;
  const pings = () => server.heard.filter(({ type }) => type === 'ping').length;
  for (const asked of [1, 2, 3]) {
    time.pass(silence - 1);
    assert.equal(pings(), asked - 1);
    time.pass(1);
    await until(server, 'change', () => pings() === asked);
    await time.quiet(silence); // the answer has come
  }
  assert.equal(server.visits, 1);
  answers = false;
  time.pass(silence);
  await until(server, 'change', () => pings() === 4);
  time.pass(10_000);
  time.pass(250); // the first try of another
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
  manualTime(t); // no try but the device's
  for (const device of [() => window.dispatchEvent(new Event('online')), () => document.dispatchEvent(new Event('visibilitychange'))]) {
    await server.kill();
    await until(muster, 'status', () => muster.status === 'waiting');
    await server.start();
    const back = next(feed, 'following');
    device();
    await back;
  }
});
