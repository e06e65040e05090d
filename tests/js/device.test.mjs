// What a page's device tells: it went offline, came back, is looked at again. And servers that are silently gone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { connect, followingOf, next, nextTurn, startScripted, startServer, newBattle, until } from './support.mjs';

// Time stands still for what is scheduled from now on, and passes when the test says so.
function manualTime(t) {
  const { setTimeout, clearTimeout } = globalThis;
  const timers = new Set();
  let now = 0;
  globalThis.setTimeout = (callback, delay = 0, ...rest) => {
    const timer = { at: now + delay, run: () => callback(...rest), ref: () => timer, unref: () => timer };
    timers.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => timers.delete(timer) || clearTimeout(timer);
  t.after(() => Object.assign(globalThis, { setTimeout, clearTimeout }));
  const soonest = () => [...timers].sort((a, b) => a.at - b.at)[0];
  return {
    pass(ms) {
      for (now += ms; soonest()?.at <= now; ) {
        const timer = soonest();
        timers.delete(timer);
        timer.run();
      }
    },
    /** Until nothing is due for that long. */
    async quiet(ms) {
      while (!(soonest()?.at >= now + ms)) await nextTurn();
    },
  };
}

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
