// What the `muster` of a build folder writes, without a server: `node tests/arm64/written.mjs BUILD FILE [AS]` asks it many things and keeps the answers in
// FILE, one a line. With AS, answers kept earlier, it asks the same, and tells where the answers are others by a single byte.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [build, file, as] = process.argv.slice(2);
const muster = join(build, 'clients/cli/muster');
const vectors = fileURLToPath(new URL('../vectors', import.meta.url));
const lines = (name) => readFileSync(join(vectors, name), 'utf8').split('\n').filter((line) => line !== '');

function answer({ words, input = '' }) {
  const { status, signal, stdout, stderr } = spawnSync(muster, words, { cwd: vectors, input, encoding: 'utf8', maxBuffer: 1 << 28 });
  // How long it took is the one thing that may differ.
  return { words, input, code: status ?? signal, said: stdout.replace(/"milliseconds":[\d.e+-]+,/g, ''), complained: stderr };
}

function scenarios() {
  const examples = JSON.parse(readFileSync(join(vectors, 'source_examples.json'), 'utf8')).examples;
  const battles = ['armies_conflicts.jsonl', 'advanced_combat_battles.jsonl', 'theatre.jsonl'].flatMap((name) => lines(name).map((line) => JSON.parse(line)));
  return [...examples, ...battles].map(({ scenario }) => ({ words: ['resolve', '--json', '-'], input: JSON.stringify(scenario) }));
}

// Exact odds are asked for where the first who is asked has them at once; simulated ones depend on no clock if their number is given.
function odds(words, input) {
  const first = answer({ words: ['odds', ...words, '--json'], input });
  const exact = first.code === 0 && JSON.parse(first.said).method === 'exact';
  return { words: ['odds', ...words, ...(exact ? ['--exact'] : ['--runs', '320']), '--json'], input };
}

function questions() {
  const rulesets = JSON.parse(answer({ words: ['rules', '--json'] }).said);
  const fought = rulesets.flatMap(({ id, presets }) => [id, ...presets.map((preset) => `${id}/${preset.preset}`)]);
  const setups = ['advanced_combat_odds.jsonl', 'phased_combat_odds.jsonl'].flatMap(lines);
  const records = readdirSync(join(vectors, 'records')).flatMap((folder) => readdirSync(join(vectors, 'records', folder)).map((name) => join('records', folder, name)));
  return [
    { words: ['rules', '--json'] },
    { words: ['rules', '--schemas'] },
    ...scenarios(),
    ...['best', 'listed', 'default'].flatMap((policy) => fought.map((example) => odds(['--example', example, '--policy', policy]))),
    ...setups.map((setup) => odds(['-'], setup)),
    ...rulesets.map(({ id }) => ({ words: ['arena', 'default', 'best', 'listed', 'random', '--ruleset', id, '--games', '4', '--json'] })),
    { words: ['verify', ...records] },
    { words: ['audit', ...records] },
    ...records.map((record) => ({ words: ['replay', '--all', record] })),
  ];
}

const kept = as && readFileSync(as, 'utf8').trimEnd().split('\n');
const answers = (kept ? kept.map((line) => JSON.parse(line)) : questions()).map((question) => JSON.stringify(answer(question)));
writeFileSync(file, answers.map((line) => `${line}\n`).join(''));
const others = kept ? answers.filter((line, i) => line !== kept[i]) : [];
for (const line of others) console.log(`not the same: ${line.slice(0, 200)}`);
const exact = answers.filter((line) => line.includes('"--exact"')).length;
console.log(`${answers.length} answers, ${exact} of them exact odds; ${answers.filter((line) => JSON.parse(line).code !== 0).length} refusals${kept ? `; ${others.length} are not the same` : ''}`);
process.exitCode = others.length > 0 ? 1 : 0;
