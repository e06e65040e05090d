// How large the module of the rules is, and how fast beside the program: node tests/bench/module.mjs [BUILD]. Of each question the fastest of several times,
// the module's and the program's in turn, since other programs are at work too.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import { Rules } from '../../clients/wasm/dist/node.js';

const build = process.argv[2] ?? 'build';
const bytes = readFileSync(`${build}/clients/wasm/muster.wasm`);
const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
console.log(`muster.wasm: ${bytes.length} bytes, gzip -9 ${gzipSync(bytes, { level: 9 }).length}, brotli 11 ${brotli.length}`);

let began = performance.now();
const module = await WebAssembly.compile(bytes);
const compiled = performance.now() - began;
began = performance.now();
const rules = new Rules(module);
console.log(`compiled in ${compiled.toFixed(1)} ms, an instance in ${(performance.now() - began).toFixed(1)} ms`);

const folder = new URL('../vectors/records/', import.meta.url);
const record = (name) => readFileSync(new URL(name, folder), 'utf8');
const largest = readdirSync(new URL('1/', folder)).map((name) => record(`1/${name}`)).sort((a, b) => b.length - a.length)[0];
const army = (count) => ({ army: [{ unit: 'swordsmen', count }] });
const odds = (question) => JSON.stringify({ milliseconds: 3_600_000, ...question });
const advanced = { ruleset: 'advanced-combat', setup: { attacker: army(20), defender: army(20) } };
const phased = readFileSync(new URL('../vectors/phased_combat_odds.jsonl', import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line)).sort((a, b) => JSON.stringify(b.setup).length - JSON.stringify(a.setup).length)[0];
const questions = [
  ['verify the largest stored record', 'verify', largest],
  ['verify a campaign (theatre)', 'verify', record('2/theatre-bots.json')],
  ['verify shared dice and signed seats', 'verify', record('2/theatre-shared-witness-signed.json')],
  ['open the largest stored record', 'open', largest],
  ['exact odds, advanced 20 v 20', 'odds', odds(advanced)],
  ['exact odds, a vector of phased-combat', 'odds', odds({ ruleset: phased.ruleset, setup: phased.setup })],
  ['simulate 10,000 advanced 20 v 20', 'odds', odds({ ...advanced, runs: 10_000 })],
];
const rounds = 5;
for (const [what, call, text] of questions) {
  let [ours, theirs] = [Infinity, Infinity];
  for (let round = 0; round < rounds; ++round) {
    for (let i = 0; i < 5; ++i) {
      began = performance.now();
      rules.ask(call, text);
      ours = Math.min(ours, performance.now() - began);
    }
    theirs = Math.min(theirs, Number(execFileSync(`${build}/tests/protocol/study_answers`, ['--time', '5'], { input: `${JSON.stringify({ call, text })}\n` })));
  }
  console.log(`${what}: program ${theirs.toFixed(2)} ms, module ${ours.toFixed(2)} ms, ×${(ours / theirs).toFixed(2)}`);
}
