// The rules as a module answer in Node what the program answers, byte for byte: every stored record, moments, branches and odds of it, the odds vectors, and
// what nobody should send (MUSTER_FUZZ_SEED, MUSTER_FUZZ_RECORDS: more of it, and other).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { brotliCompressSync, constants } from 'node:zlib';

import { Rules } from '../../clients/wasm/dist/node.js';
import { keptRecords } from './kept_records.mjs';
import { chance, mutated } from './mutations.mjs';

const file = `${process.env.MUSTER_BUILD}/clients/wasm/muster.wasm`;
if (!existsSync(file)) throw new Error(`there is no ${file}: deploy/install.sh test brings what it takes, then build the target muster_module`);
const module = await WebAssembly.compile(readFileSync(file));
const records = [...keptRecords(1), ...keptRecords(2)];
const long = { milliseconds: 3_600_000 }; // the machine's speed decides nothing

/** What the program answers to these, one after the other. */
function programs(questions) {
  const input = questions.map((each) => `${JSON.stringify(each)}\n`).join('');
  const lines = execFileSync(process.env.MUSTER_STUDY_ANSWERS, { input, encoding: 'utf8', maxBuffer: 1 << 30 }).split('\n');
  assert.equal(lines.pop(), '');
  return lines;
}

const count = Number(process.env.MUSTER_FUZZ_RECORDS ?? 400);
const seed = Number(process.env.MUSTER_FUZZ_SEED ?? 1);

const asked = new Rules(module);
const timeless = (text) => text.replace(/"milliseconds":[^,}]*/, '');

function compare(questions) {
  const theirs = programs(questions);
  assert.equal(theirs.length, questions.length);
  questions.forEach(({ call, text }, i) => {
    assert.equal(timeless(asked.ask(call, text)), timeless(theirs[i]), `${call} ${text.slice(0, 300)}`);
  });
  return theirs;
}

const ask = (call, question) => ({ call, text: typeof question === 'string' ? question : JSON.stringify(question) });

for (const record of records)
  test(`${record.title} (${record.ruleset}, ${record.format}): verdict, moments, branches and odds are the program's`, () => {
    const text = JSON.stringify(record);
    const opened = asked.open(text);
    assert.equal(opened.trouble, undefined);
    const questions = [ask('verify', text), ask('verify', { ...record, title: `${record.title}!` }), ask('verify', text.slice(0, -9)), ask('open', text), ask('at', { seq: 0 })];
    const some = opened.moments.filter((_, i) => i % Math.ceil(opened.moments.length / 8) === 0);
    for (const seq of some) {
      for (const viewer of [undefined, ...opened.seats]) questions.push(ask('at', { seq, viewer }));
      questions.push(ask('at', { seq, dice: { seed: 7 }, moves: [] }));
    }
    // From the first moment on, and from one in the middle: both sides play by the policies, as the dice fell and then by a seed.
    for (const seq of [opened.moments[0], opened.moments[opened.moments.length >> 1]]) {
      if (seq === undefined) continue;
      for (const [policy, dice] of [['best', { as_they_fell: true, seed: 3 }], ['listed', { seed: 11 }], ['default', { by_hand: [1, 2, 3] }], ['best', {}]]) {
        const moves = [];
        for (let i = 0; i < 6; ++i) {
          questions.push(ask('at', { seq, moves: [...moves], dice }));
          const { asks } = JSON.parse(asked.ask('at', questions.at(-1).text));
          if (!asks?.length || asks[0].seat === null) break;
          for (const { seat, default: choice } of asks) {
            questions.push(ask('preview', { seq, moves: [...moves], dice, seat, choice }), ask('preview', { seq, moves: [...moves], dice, seat, choice: { no: 1 } }));
            if (asks.length === 1) break;
          }
          for (const { seat } of asks) moves.push({ seat, choice: policy });
        }
        questions.push(ask('odds', { seq, moves, dice, runs: 3, ...long }));
      }
    }
    questions.push(ask('odds', { seq: record.events.length, ...long }));
    // While it went on nobody knew its secret.
    questions.push(ask('open', { events: record.events.slice(0, record.events.length >> 1) }), ask('at', { seq: record.events.length }), ask('open', text.replace(/"dice":\[\d/, '"dice":[9')));
    compare(questions);
  });

test('the odds of the vectors have the same bits', () => {
  const vectors = ['advanced_combat_odds', 'phased_combat_odds'].flatMap((name) => readFileSync(new URL(`../vectors/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line)));
  assert.equal(vectors.length, 32);
  const questions = vectors.flatMap(({ ruleset, setup, policy }) => [ask('odds', { ruleset, setup, policy, ...long }), ask('odds', { ruleset, setup, runs: 200, ...long })]);
  const answers = compare(questions).map((each) => JSON.parse(each));
  assert.ok(answers.filter(({ method }) => method === 'exact').length >= 30);
  vectors.forEach(({ odds }, i) => Object.entries(odds).forEach(([who, chance_]) => assert.ok(Math.abs(answers[2 * i][who] - chance_) < 1e-9)));
});

test(`what nobody should send traps nothing and gets the answer of the program (${count} records, MUSTER_FUZZ_SEED=${seed})`, () => {
  const random = chance(seed);
  const small = records.filter((record) => JSON.stringify(record).length < 25_000);
  const questions = [];
  for (let i = 0; i < count; ++i) {
    const [original, other] = [small[random(small.length)], small[random(small.length)]];
    const { text } = mutated(original, other, { numbers: Array.from({ length: 1 + random(4) }, () => random(2 ** 32)), isForged: random(3) > 0, spelling: null });
    questions.push(ask('verify', text), ask('open', text), ask('at', { seq: random(80), moves: [{ seat: 'attacker', choice: 'best' }], dice: { seed: i } }));
  }
  const deep = '['.repeat(100_000);
  const odd = ['', ' ', '7', 'null', '[]', '{}', deep, `${deep}${']'.repeat(100_000)}`, `{"a":`.repeat(100_000), `{"seq":${'9'.repeat(100_000)}}`, '{"events":[]}', '{"seq":9007199254740993}', '{"seq":-1}', '{"setup":{}}', '{"ruleset":"armies","setup":7}'];
  for (const text of odd) for (const call of ['open', 'verify', 'at', 'preview', 'odds']) questions.push({ call, text });
  compare(questions);
});

test('a text larger than the memory that an instance begins with is its first as well as any other', () => {
  for (const record of records) assert.equal(new Rules(module).verify(JSON.stringify(record)).holds, true);
  const whole = JSON.stringify(records[0]);
  assert.equal(new Rules(module).ask('verify', `${' '.repeat(8_000_000)}${whole}`), asked.ask('verify', whole));
});

test('after a trap it goes on with the battle that was open', (t) => {
  const rules = new Rules(module);
  const record = keptRecords(2, /advanced-combat-agreed/)[0];
  const { moments } = rules.open(record);
  const before = rules.at({ seq: moments[0] });
  const stringify = JSON.stringify;
  t.mock.method(TextEncoder.prototype, 'encode', () => ({ length: 2 ** 31 }), { times: 1 }); // more than its memory may have
  assert.equal(rules.odds({ seq: 1 }).refusal.code, 'internal');
  assert.deepEqual(rules.at({ seq: moments[0] }), before);
});

test('what was refused leaves the open battle as it was, and two instances know nothing of each other', () => {
  const [first, second] = [new Rules(module), new Rules(module)];
  const record = keptRecords(2, /advanced-combat-agreed/)[0];
  const { moments } = first.open(JSON.stringify(record));
  assert.equal(second.at({ seq: moments[0] }).refusal.code, 'unknown_battle');
  assert.equal(first.open('{').refusal.code, 'bad_json');
  assert.equal(first.at({ seq: moments[0] }).seq, moments[0]);
});

test('it loads from bytes and from a response, and a worker can be handed the compiled module', async () => {
  const record = keptRecords(2, /advanced-combat-agreed/)[0];
  for (const source of [readFileSync(file), new Response(readFileSync(file), { headers: { 'content-type': 'application/wasm' } }), module])
    assert.equal((await Rules.load(source)).verify(record).holds, true);
  await assert.rejects(Rules.load(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), TypeError);
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.url).then(({ Rules }) => parentPort.postMessage(new Rules(workerData.module).verify(workerData.record)));`;
  const worker = new Worker(code, { eval: true, workerData: { module, record, url: new URL('../../clients/wasm/dist/rules.js', import.meta.url).href } });
  const verdict = await new Promise((done, failed) => worker.once('message', done).once('error', failed));
  await worker.terminate();
  assert.equal(verdict.holds, true);
});

test('a page does not wait for more than it did: 300 KB as brotli', () => {
  const bytes = readFileSync(file); // always the same of the same sources, compiler and wasm-opt
  const { length } = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
  assert.ok(length <= 300 * 1024, `${length} bytes`);
});

test('the program of its README runs with the package alone', (t) => {
  const wasm = fileURLToPath(new URL('../../clients/wasm/', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'muster-rules-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/@muster/rules');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(wasm, 'package.json'), join(installed, 'package.json'));
  cpSync(join(wasm, 'dist'), join(installed, 'dist'), { recursive: true });
  copyFileSync(file, join(installed, 'dist/muster.wasm'));
  writeFileSync(join(folder, 'look.mjs'), /^```js look\.mjs\n([^]*?)^```$/m.exec(readFileSync(join(wasm, 'README.md'), 'utf8'))[1]);
  writeFileSync(join(folder, 'record.json'), JSON.stringify(keptRecords(2, /advanced-combat-agreed/)[0]));
  const said = execFileSync(process.execPath, ['look.mjs', 'record.json'], { cwd: folder, encoding: 'utf8' });
  assert.match(said, /^true\n\[[^]+kind: '[^]+\nsimulated\n$/);
});
