// How long the audit takes where very many battles have ended, beside a request that asks nothing of the store. Of such a store it reads only the sums of
// each day and the tally, so only these are made (storage/sqlite/schema.cpp): every ruleset, seat and kind of player on every day.
//   MUSTERD=… node tests/bench/audit.mjs [BATTLES [YEARS [TIMES]]]
// A line: asked=… times=… median_ms=… worst_ms=… cpu_ms=…   cpu: the server's processor time for one, which what else runs here changes little
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ServerProcess } from '../support/server_process.mjs';
import { cpu_us } from './cpu.mjs';

const [battles = 1_000_000, years = 10, times = 60] = process.argv.slice(2).map(Number);
const rounds = 4; // the kinds take turns, so that what else runs here meets all of them
const players = ['best', 'listed', 'people', 'random'];
const first_ms = Date.UTC(2016, 0, 1);
const days = Math.round(years * 365.25);
const dayOf = (number) => new Date(first_ms + number * 86_400_000).toISOString().slice(0, 10);

// Node 20 has no SQLite of its own.
const fill = `
import json, sqlite3, sys
path, lines, first, days, battles = json.load(sys.stdin)
store = sqlite3.connect(path)
store.execute("CREATE TEMP TABLE line (number INTEGER, ruleset TEXT, seat TEXT, player TEXT, dice INTEGER)")
store.executemany("INSERT INTO line VALUES (?, ?, ?, ?, ?)", lines)
many = max(number for number, *_ in lines) + 1
fell = ", ".join(["(dice * 10 + abs(random() % 7)) * battles * (dice > 0)"] * 6)
store.execute(f"""
    WITH RECURSIVE each (day) AS (SELECT 0 UNION ALL SELECT day + 1 FROM each WHERE day + 1 < :days),
    row AS (SELECT *, (day * :many + number + 1) * :battles / (:days * :many) - (day * :many + number) * :battles / (:days * :many) AS battles FROM each, line)
    INSERT INTO dice SELECT ruleset, seat, player, date(:first, day || ' days'), battles, {fell} FROM row WHERE battles > 0""",
    {"days": days, "many": many, "battles": battles, "first": first})
store.execute("""INSERT INTO dice SELECT ruleset, seat, player, '', sum(battles), sum(ones), sum(twos), sum(threes), sum(fours), sum(fives), sum(sixes) FROM dice
    GROUP BY ruleset, seat, player""")
store.execute("UPDATE tally SET battles = ? WHERE status = 'over'", [battles])
store.commit()
print(store.execute("SELECT count(*) FROM dice").fetchone()[0])
`;

async function answered(server, path) {
  const answer = await fetch(server.url + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

async function measure(server) {
  const audit = (question = '') => `/api/v1/audit${question}`;
  const [from, to] = [`from=${dayOf(1)}`, `to=${dayOf(days - 2)}`];
  const kinds = {
    'a trivial request': '/healthz',
    'all days': audit(),
    'all days, one by one': audit(`?from=${dayOf(0)}&to=${dayOf(days - 1)}`),
    'all days but the first and the last': audit(`?${from}&${to}`),
    'from the second day on': audit(`?${from}`),
    'the last year': audit(`?from=${dayOf(days - 365)}`),
    'one day': audit(`?from=${dayOf(days - 1)}`),
  };
  const whole = await answered(server, kinds['all days']);
  if (JSON.parse(whole).battles !== battles) throw new Error(`the store has ${JSON.parse(whole).battles} battles`);
  if ((await answered(server, kinds['all days, one by one'])) !== whole) throw new Error('all days one by one add up to something else');
  const took = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  const used = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
  for (let round = 0; round < rounds; ++round)
    for (const [kind, path] of Object.entries(kinds)) {
      const before = cpu_us(server);
      for (let i = 0; i < Math.ceil(times / rounds); ++i) {
        const begin = performance.now();
        await answered(server, path);
        took[kind].push(performance.now() - begin);
      }
      used[kind] += (cpu_us(server) - before) / 1000;
    }
  for (const kind of Object.keys(kinds)) {
    const all = took[kind].sort((a, b) => a - b);
    const [median, worst] = [all[Math.floor(all.length / 2)], all.at(-1)];
    console.log(`asked=${JSON.stringify(kind)} times=${all.length} median_ms=${median.toFixed(1)} worst_ms=${worst.toFixed(1)} cpu_ms=${(used[kind] / all.length).toFixed(2)}`);
  }
}

const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'));
const server = new ServerProcess(process.env.MUSTERD, ['--data', folder, '--log-level', 'error', '--unlimited-addresses', '127.0.0.1']);
try {
  await server.start(); // makes the store
  const { rulesets } = JSON.parse(await answered(server, '/api/v1/rulesets'));
  const lines = rulesets.flatMap(({ id, seats }, at) =>
    players.flatMap((player, by) => seats.map((seat) => [at * players.length + by, id, seat, player, id === 'armies' ? 0 : 1])),
  );
  await server.stop();
  const rows = execFileSync('python3', ['-c', fill], { input: JSON.stringify([join(folder, 'muster.db'), lines, dayOf(0), days, battles]), encoding: 'utf8' });
  await server.start();
  console.log(`rows=${rows.trim()} battles=${battles} days=${days} load=${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
  await measure(server);
} finally {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
}
