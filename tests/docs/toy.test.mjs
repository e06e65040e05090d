// A ruleset lives in one folder: tests/docs/toy/high_die becomes one by the steps of rules/README.md, without touching another file, and is played in
// terminals.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Muster, tellMessage } from '../../clients/js/dist/node.js';
import { advance, describeRuleset, descriptionOf, sideOf, startTable } from '../../clients/js/dist/table/core.js';
import { ServerProcess } from '../support/server_process.mjs';
import { buildToy, run } from './toy/build.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = process.env.BUILD;
let toy;
let place;
let muster;
let server;

before(async () => {
  toy = await buildToy(root, build);
  ({ place, muster } = toy);
  server = new ServerProcess(toy.musterd, ['--data', join(place, 'data'), '--log-level', 'error']);
  await server.start();
}, { timeout: 240_000 });

after(async () => {
  await server?.kill();
  toy?.remove();
});

test('the ten steps are ten, and the toy has each file that they name', () => {
  const steps = readFileSync(`${root}/rules/README.md`, 'utf8').split('## A new ruleset in ten steps')[1].split('\n## ')[0];
  assert.deepEqual([...steps.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const named = [...steps.matchAll(/^\d+\. \*\*(.*?)\*\*/gm)].flatMap(([, title]) => [...title.matchAll(/`(\w[\w.]*\.(?:[ch]pp|json|txt|md))`/g)]).map(([, file]) => file);
  const files = [...readdirSync(`${root}/tests/docs/toy/high_die`), 'rulesets.json'];
  assert.ok(named.length > 10, named.join(' '));
  assert.deepEqual(named.filter((file) => !files.includes(file)), []);
});

test('`muster rules` shows it, last, and all others as before', async () => {
  const rulesets = async (program) => JSON.parse((await run(program, ['rules', '--json'], { maxBuffer: 64 << 20 })).stdout);
  const [with_it, without] = [await rulesets(muster), await rulesets(`${build}/clients/cli/muster`)];
  assert.deepEqual(with_it.slice(0, -1), without);
  assert.equal(with_it.at(-1).title, 'High die');
  const { stdout } = await run(muster, ['rules', 'high-die']);
  assert.match(stdout, /A die each, once again for whoever wants to; the higher one wins\./);
});

test('`muster resolve` plays a scenario and tells it by its description', async () => {
  const file = join(place, 'scenario.json');
  const choices = [true, false].map((again, which) => ({ seat: ['red', 'blue'][which], kind: 'again', choice: { again } }));
  writeFileSync(file, JSON.stringify({ ruleset: 'high-die', setup: {}, dice: [2, 4, 6], choices }));
  const { stdout } = await run(muster, ['resolve', file]);
  for (const line of [/red shows 2\./i, /blue shows 4\./i, /red rolls again\./i, /blue keeps what it shows\./i, /red shows 6\./i, /the higher die wins/]) assert.match(stdout, line);
});

/** A terminal that plays a seat: types `answer` once it is asked. What it showed, when the battle is over. */
async function terminal(link, answer) {
  const program = spawn(muster, ['play', link], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, HOME: place } });
  let shown = '';
  let asked = false;
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (bytes) => {
      shown += bytes;
      if (asked || !/will you roll it again\?/.test(shown)) return;
      asked = true;
      program.stdin.write(`${answer}\n`);
    });
  const [code] = await once(program, 'close');
  assert.equal(code, 0, shown);
  return shown;
}

test('two terminals play it on a server; anybody verifies it, and the SDK folds and tells it by what the server says of it', { timeout: 60_000 }, async (t) => {
  const client = new Muster(server.url);
  t.after(() => client.close());
  const { battle, seats } = await client.create({ ruleset: 'high-die', setup: { sides: 20 } });
  const [red, blue] = await Promise.all(seats.map(({ token }, which) => terminal(`${server.url}/b/${battle}#${token}`, which === 0 ? 'yes' : 'no')));
  assert.match(red, /Red \(you\) rolls again\./);
  assert.match(blue, /Blue \(you\) keeps what it shows\./);

  const record = await (await fetch(`${server.url}/api/v1/battles/${battle}/record`)).json();
  const file = join(place, 'record.json');
  writeFileSync(file, JSON.stringify(record));
  await run(muster, ['verify', file]);
  await assert.rejects(run(`${build}/clients/cli/muster`, ['verify', file]), 'who was built without the ruleset cannot');

  const { describe, texts } = await (await fetch(`${server.url}/api/v1/rulesets/high-die/description?language=de`)).json();
  assert.equal(descriptionOf('high-die'), undefined, 'the SDK does not know it');
  describeRuleset('high-die', describe);
  const table = record.events.reduce(advance, startTable(record));
  assert.deepEqual(table.outcome, record.outcome);
  const shown = record.events.filter(({ event }) => event === 'shown');
  assert.equal(shown.length, 3);
  for (const seat of ['red', 'blue']) {
    const last = shown.findLast(({ data }) => data.seat === seat);
    assert.equal(sideOf(table, seat).fields.die, last.data.die);
    assert.equal(tellMessage(texts.events.shown, { who: seat, die: last.data.die }, 'de'), `${seat} zeigt ${last.data.die}.`);
  }
});
