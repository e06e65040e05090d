// What shared dice cost beside the server's own: the server's processor time, and how long players wait for dice over a slow line. Two SDK clients play
// sieges, all defaults, and again with waves of their own:   MUSTERD=… node tests/bench/shared_dice.mjs BATTLES DELAY_MS [AT_ONCE]
// A line: dice=… choices=… at_once=… battles=… rolls=… server_us_per_battle=… wait_ms=… (median, from the choice's sending to its dice)
import { mkdtemp, rm } from 'node:fs/promises';
import { connect as dial, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Muster } from '../../clients/js/dist/node.js';
import { ServerProcess } from '../support/server_process.mjs';
import { cpu_us } from './cpu.mjs';

const [battles, delay, at_once = 1] = process.argv.slice(2).map(Number);
const setup = {
  attacker: { army: [{ unit: 'swordsmen', count: 120 }, { unit: 'chariots', count: 80 }] },
  defender: { army: [{ unit: 'tanks', count: 5 }, { unit: 'machine_gunners', count: 2 }] },
  settlement: { current_era: 1 },
};

/** Every byte comes so much later, each way. */
function slowLine(port) {
  const server = createServer((near) => {
    const far = dial(port, '127.0.0.1');
    for (const [from, to] of [[near, far], [far, near]]) {
      from.setNoDelay(true);
      from.on('data', (bytes) => setTimeout(() => to.writable && to.write(bytes), delay));
      from.on('close', () => setTimeout(() => to.destroy(), delay));
      from.on('error', () => {});
    }
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** In full, and not what the rules would choose: the last first. */
function ownChoice({ kind, options, default: preset }) {
  if (kind !== 'wave') return structuredClone(preset);
  let left = options.size;
  const units = [];
  for (const each of [...options.available].reverse()) {
    const count = Math.min(each.count, left);
    left -= count;
    if (count > 0) units.unshift({ ...each, count });
  }
  return { units };
}

/** Plays one; how long each choice waited for dice that came at once. */
async function play(musters, dice, choices) {
  const { battle, seats } = await musters[0].create({ ruleset: 'advanced-combat', setup, options: { dice } });
  const feeds = seats.map(({ token }, i) => musters[i].follow(battle, { token }));
  const waits = [];
  let rolls = 0;
  await Promise.all(
    feeds.map((feed) => {
      const answered = new Set();
      let chosen = null; // the last choice, and when it was sent
      feed.on('requests', (requests) => {
        for (const request of requests) {
          const { decision, kind } = request;
          if (kind === 'share' || answered.has(decision)) continue;
          answered.add(decision);
          chosen = { decision, at: performance.now() };
          feed.choose(decision, choices === 'own' ? ownChoice(request) : 'default').catch(() => {});
        }
      });
      feed.on('event', ({ event, data }) => {
        if (event === 'chosen' && data.decision !== chosen?.decision) chosen = null; // the other decided last
        if (event === 'rolled' && feed === feeds[0]) ++rolls;
        if (event === 'rolled' && chosen) waits.push(performance.now() - chosen.at);
        if (event === 'rolled') chosen = null;
      });
      return new Promise((resolve) => feed.on('event', ({ event }) => event === 'battle_ended' && resolve()));
    }),
  );
  await Promise.all(feeds.map((feed) => feed.settled()));
  feeds.forEach((feed) => feed.unfollow());
  return { waits, rolls };
}

const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
const server = new ServerProcess(process.env.MUSTERD, ['--data', folder, '--log-level', 'error', '--unlimited-addresses', '127.0.0.1']);
await server.start();
const line = delay ? await slowLine(Number(new URL(server.url).port)) : null;
const address = line ? `http://127.0.0.1:${line.address().port}` : server.url;
const musters = [new Muster(address), new Muster(address)];
for (const [dice, choices] of ['server', 'shared'].flatMap((each) => [[each, 'default'], [each, 'own']])) {
  await play(musters, dice, choices); // warm
  const before = cpu_us(server);
  const all = [];
  let begun = 0;
  const playSome = async () => {
    while (begun++ < battles) all.push(await play(musters, dice, choices));
  };
  await Promise.all(Array.from({ length: at_once }, playSome));
  const used = cpu_us(server) - before;
  const waits = all.flatMap((each) => each.waits).sort((a, b) => a - b);
  const rolls = all.reduce((sum, each) => sum + each.rolls, 0);
  const wait = waits.length > 0 ? waits[Math.floor(waits.length / 2)].toFixed(1) : '-';
  console.log(`dice=${dice} choices=${choices} delay_ms=${delay} at_once=${at_once} battles=${battles} rolls=${rolls} server_us_per_battle=${Math.round(used / battles)} wait_ms=${wait}`);
}
musters.forEach((muster) => muster.close());
line?.close();
await server.kill();
await rm(folder, { recursive: true, force: true });
process.exit(0);
