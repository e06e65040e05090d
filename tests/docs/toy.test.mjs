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
}, { timeout: 600_000 });

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
  assert.match(stdout, /A die each, rolled again at will, a charm and pieces; the higher sum wins\./);
});

test('`muster resolve` plays a scenario and tells it by its description', async () => {
  const file = join(place, 'scenario.json');
  const made = {
    again: [{ again: true }, { again: false }],
    charm: [{ charm: 'hare' }, { charm: 'owl' }],
    lay: [{ units: [{ unit: 'pebbles', count: 2 }] }, { units: [] }],
    swear: [{ stake: 2, on: 'die', by: ['moon'] }, { stake: 0, on: 'charm' }],
  };
  const choices = Object.entries(made).flatMap(([kind, both]) => both.map((choice, which) => ({ seat: ['red', 'blue'][which], kind, choice })));
  writeFileSync(file, JSON.stringify({ ruleset: 'high-die', setup: {}, dice: [2, 4, 6], choices }));
  const { stdout } = await run(muster, ['resolve', file]);
  for (const line of [/red shows 2\./i, /blue shows 4\./i, /red rolls again\./i, /blue keeps what it shows\./i, /red shows 6\./i, /red carries the hare\./i, /red lays 2 pebbles: 9 together\./i, /blue lays nothing: 4 together\./i, /red stakes 2 and swears by 1 name\./i, /the higher sum wins/]) assert.match(stdout, line);
});

const questions = [/will you roll it again\?/, /Which charm do you carry\?/, /Which pieces do you lay\? 2 at most\./, /What do you swear\?/];

/** A terminal that plays a seat: types an answer to each question once it is asked. What it showed, when the battle is over. */
async function terminal(link, answers) {
  const program = spawn(muster, ['play', link], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, HOME: place } });
  let shown = '';
  let asked = 0;
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (bytes) => {
      shown += bytes;
      if (questions[asked]?.test(shown)) program.stdin.write(`${answers[asked++]}\n`);
    });
  const [code] = await once(program, 'close');
  assert.equal(code, 0, shown);
  return shown;
}

test('two terminals play it on a server; anybody verifies it, and the SDK folds and tells it by what the server says of it', { timeout: 600_000 }, async (t) => {
  const client = new Muster(server.url);
  t.after(() => client.close());
  const { battle, seats } = await client.create({ ruleset: 'high-die', setup: { sides: 20 } });
  const [red, blue] = await Promise.all(seats.map(({ token }, which) => terminal(`${server.url}/b/${battle}#${token}`, which === 0 ? ['yes', '1', '1x1 2x1', '{"stake":3,"on":"charm","by":["sun","moon"]}'] : ['no', 'owl', '0 0', ''])));
  assert.match(red, /Red \(you\) rolls again\./);
  assert.match(blue, /Blue \(you\) keeps what it shows\./);
  for (const line of [/1 {2}the hare, adds 1 to a 20 at most\n/, /2 {2}the owl, adds 3 to a 3 at most\n/, /1 {2}2 pebbles, worth 1 each/, /2 {2}1 shell, worth 2 each/, /Default: nothing/]) assert.match(red, line);
  assert.match(red, /Red \(you\) lays 1 pebble and 1 shell: \d+ together\./);
  assert.match(blue, /Blue \(you\) carries the owl\./);
  assert.match(blue, /Blue \(you\) lays nothing: \d+ together\./);
  assert.match(blue, /Red stakes 3 and swears by 2 names\./);

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
