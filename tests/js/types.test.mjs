// The SDK's types are those of the program: made of its schemas, and they hold for what a server says.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { connect, ended, newBattle, next, playDefaults, startServer } from './support.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const js = here('../../clients/js/');
const muster = process.env.MUSTER;

const contents = (folder) => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

test('the types in clients/js/src/generated are those that `npm run generate` makes of this program', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  execFileSync(process.execPath, [join(js, 'generate.mjs'), muster, folder]);
  assert.deepEqual(contents(join(js, 'src/generated')), contents(folder), 'run npm run generate in clients/js');
});

test('a name tells events, requests and choices apart', () => {
  const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', '--typeRoots', here('../../clients/node_modules/@types')];
  execFileSync(process.execPath, [here('../../clients/node_modules/typescript/bin/tsc'), ...strict, here('types/told_apart.ts')], { stdio: 'pipe', encoding: 'utf8' });
});

test('the types of the page hold', () => {
  execFileSync('npm', ['run', '--silent', 'check', '-w', 'web'], { cwd: here('../../clients'), stdio: 'pipe', encoding: 'utf8' });
});

test('nothing is cast by way of unknown', () => {
  for (const folder of ['js/src', 'web/src']) {
    const root = here(`../../clients/${folder}`);
    for (const name of readdirSync(root, { recursive: true }).filter((each) => /\.(ts|svelte)$/.test(each))) {
      assert.doesNotMatch(readFileSync(join(root, name), 'utf8'), /as unknown as/, `${folder}/${name}`);
    }
  }
});

/** Talk, readiness, draws, seals, a seat that changes hands; then it is played to the end. */
async function eventfulRecord(t, server, { id: ruleset, example, contest }) {
  const muster = connect(t, server);
  const { battle, tokens } = await newBattle(muster, ruleset, { setup: contest === false ? { ...example, throws: 20 } : example, options: { confirm: true } });
  const [first, second] = Object.keys(tokens).map((seat) => muster.follow(battle, { token: tokens[seat], name: `Ada ${seat}` }));
  for (const feed of [first, second]) feed.on('requests', (requests) => requests.forEach(({ kind, decision }) => kind === 'ready' && feed.choose(decision, 'default')));
  await next(first, 'event', ({ event }) => event === 'battle_started');
  await first.say('hello');
  await first.offerDraw();
  await second.answerDraw(false);
  const heir = muster.follow(battle, { token: await second.handOver(), name: 'Heir' });
  for (const feed of contest === false ? [first] : [first, heir]) playDefaults(feed); // where anybody may, one does
  if (ruleset === 'simple-combat') heir.ready.then(() => heir.concede());
  await ended(first);
  return { record: await muster.record(battle), seen: first.events };
}

test('every event that a server tells is of the shape that its schema says', async (t) => {
  const Ajv = createRequire(import.meta.url)('ajv');
  const schemas = JSON.parse(execFileSync(muster, ['rules', '--schemas'], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
  const server = await startServer(t);
  const names = new Set();
  for (const ruleset of await connect(t, server).rulesets()) {
    const { id } = ruleset;
    const known = { ...schemas.events, ...schemas.rulesets[id].events };
    const ajv = new Ajv();
    const { record, seen } = await eventfulRecord(t, server, ruleset);
    for (const { event, data } of [...record.events, ...seen]) {
      names.add(event);
      assert.ok(known[event], `no schema of ${event}`);
      assert.ok(ajv.validate(known[event], data), `${event} ${JSON.stringify(data)}: ${ajv.errorsText()}`);
    }
  }
  for (const each of ['seat_taken', 'said', 'draw_answered', 'seat_handed_over', 'chosen', 'rolled', 'conceded', 'battle_ended']) assert.ok(names.has(each), each);
});
