// A real musterd, battles on it, and connections that can be broken.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Muster, MusterError } from '../../clients/js/dist/node.js';
import { ServerProcess } from '../support/server_process.mjs';

const require = createRequire(new URL('../../clients/js/package.json', import.meta.url));
export const { WebSocket, WebSocketServer } = require('ws');
export * from '../../clients/js/dist/node.js';
export { keptRecords } from './kept_records.mjs';

const musterd = process.env.MUSTERD;
if (!musterd) throw new Error('MUSTERD must name the server program');

/** musterd on a free port, with a folder of its own and these settings; both are gone after the test. */
export async function startServer(test, settings = []) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-js-'));
  const server = new ServerProcess(musterd, ['--data', folder, '--log-level', 'error', ...settings]);
  test.after(async () => {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  server.folder = folder;
  await server.start();
  return server;
}

export function connect(test, server, options) {
  const muster = new Muster(server.url, options);
  test.after(() => muster.close());
  return muster;
}

/** A battle of the ruleset's example; its id and the tokens by seat. */
export async function newBattle(muster, ruleset, rest = {}) {
  const { example } = await muster.ruleset(ruleset);
  const { battle, seats } = await muster.create({ ruleset, setup: example.setup ?? example, ...rest });
  return { battle, tokens: Object.fromEntries(seats.map(({ seat, token }) => [seat, token])) };
}

const side = (letter, units) => ({ units: units.map(([profile, q, r], i) => ({ id: `${letter}${i + 1}`, profile, at: [q, r] })) });

/** simple-combat: hundreds of events, even if both sides take every default. */
export const longFight = {
  impassable: [[-1, 9], [0, 9], [1, 9], [4, 9], [5, 9], [2, 11], [3, 11], [9, 9], [10, 9], [9, 11], [8, 11], [13, 9], [12, 11], [13, 11], [14, 10], [6, 7], [2, 13], [5, 13], [9, 7]],
  north: side('n', [['medium_tank', 4, 4], ['medium_tank', 8, 4], ['dual_heavy_tank', 6, 5], ['light_tank', 2, 5], ['light_tank', 11, 4], ['howitzer_battery', 7, 2], ['scout_car', 13, 3]]),
  south: side('s', [['medium_tank', -2, 16], ['medium_tank', 2, 16], ['tank_hunter', 0, 15], ['tank_hunter', 4, 15], ['light_tank', 6, 16], ['rocket_team', 7, 15], ['rocket_team', -4, 15], ['scout_car', 8, 16]]),
};

/** Plays every default, each decision once. */
export function playDefaults(feed) {
  const answered = new Set();
  const play = (requests) => {
    for (const { decision } of requests) {
      if (answered.has(decision)) continue;
      answered.add(decision);
      feed.choose(decision, 'default');
    }
  };
  play(feed.requests);
  return feed.on('requests', play);
}

/** The next value of a feed's event for which `which` holds. */
export function next(source, name, which = () => true) {
  return new Promise((resolve) => {
    const stop = source.on(name, (value) => {
      if (!which(value)) return;
      stop();
      resolve(value);
    });
  });
}

export function ended(feed) {
  const done = ({ event }) => event === 'battle_ended';
  const last = feed.events.find(done);
  return last ? Promise.resolve(last) : next(feed, 'event', done);
}

/** Until something holds that `source` tells of by its event `name`. */
export async function until(source, name, condition) {
  if (!condition()) await next(source, name, condition);
}

/** What has happened already, unhandled rejections among it, is told before this is over. */
export const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** For assert.rejects. */
export const refusedAs = (code) => (error) => error instanceof MusterError && error.refusal.code === code;

export const numbers = (feed) => feed.events.map(({ seq }) => seq);
export const upTo = (count) => Array.from({ length: count }, (_, i) => i + 1);

/** A server that says what the test tells it to: `talk(socket, message, visit)` for every message, visits counted from 1; `on('change')` after each message and connection. */
export async function startScripted(test, talk) {
  const scripted = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(scripted, 'listening');
  const handlers = new Set();
  const changed = () => [...handlers].forEach((handler) => handler());
  const on = (_change, handler) => (handlers.add(handler), () => handlers.delete(handler));
  const server = { url: `http://127.0.0.1:${scripted.address().port}`, visits: 0, heard: [], sockets: new Set(), on };
  scripted.on('connection', (socket) => {
    const visit = ++server.visits;
    server.sockets.add(socket);
    changed();
    socket.on('close', () => (server.sockets.delete(socket), changed()));
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      server.heard.push({ visit, ...message });
      changed();
      talk({ say: (answer) => socket.send(JSON.stringify(answer)), close: (code) => socket.close(code), cut: () => socket.terminate() }, message, visit);
    });
  });
  test.after(() => {
    for (const socket of server.sockets) socket.terminate();
    scripted.close();
  });
  return server;
}

export function followingOf(message, head, rest = {}) {
  return {
    type: 'following', id: message.id, battle: message.battle, viewer: 'attacker', head, ruleset: 'armies', ruleset_version: 1, title: '',
    setup: {}, options: {}, seats: [], status: 'running', created_at: '', commitment: '', ...rest,
  };
}
export const eventOf = (battle, seq) => ({ type: 'event', battle, seq, at: '', event: 'said', data: { room: 'players', text: `number ${seq}` } });

/** Time stands still for what is scheduled from now on, and passes when the test says so. */
export function manualTime(t) {
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
