// Every command in the documents does what they say. A fenced block that begins with "```sh run" is run, all blocks of a document
// in one shell, in a folder of its own; "```sh run together" runs its lines side by side.
// "```js FILE" and "```python FILE" are kept as that file. A "```sh elsewhere" needs what a test has not: root, Docker, or the sources.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { freePort } from '../support/free_port.mjs';
import { ServerProcess } from '../support/server_process.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const build = process.env.BUILD;
const documents = ['README.md', 'deploy/OPERATOR.md', 'clients/BOTS.md', 'clients/js/README.md'];

function blocksOf(document) {
  const text = readFileSync(join(top, document), 'utf8');
  return [...text.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gm)].map(([, language, word, body]) => ({ language, word, body }));
}

/** No block is without a language, behind which commands could hide; those of `sh` say where they are run, and programs have a name by which one of those runs them. */
function sayWhere(document) {
  const text = readFileSync(join(top, document), 'utf8');
  const opened = [...text.matchAll(/^ *```(.*)$/gm)].filter((_, i) => i % 2 === 0).map(([, words]) => words);
  for (const words of opened) {
    assert.match(words, /^\w/, `a block of ${document} says no language`);
    if (/^(sh|bash|shell|console)\b/.test(words)) assert.match(words, /^sh (run|run together|elsewhere)$/, document);
    if (/^(js|javascript|ts|python)\b/.test(words)) assert.match(words, /^(js|python) \S+$/, `a program in ${document} has no name to be run by`);
  }
  const blocks = blocksOf(document);
  const commands = blocks.filter(({ language, word }) => language === 'sh' && word.startsWith('run')).map(({ body }) => body).join('');
  for (const { language, word } of blocks)
    if (language !== 'sh' && /\.(mjs|py)$/.test(word)) assert.ok(new RegExp(`\\b(node|python3) ${word}`).test(commands), `${document}: nobody runs ${word}`);
}

// What a reader fills in for the dots: the links and the battle that `muster create` just printed, in the order they are asked for.
function fillIn(line, state) {
  return line
    .replace(/^muster create .*$/, (command) => ((state.links = 0), `${command} | tee created`))
    .replace(/'http:\/\/127\.0\.0\.1:8080\/b\/…#…'/g, () => `"$(grep -o 'http[^ ]*#[^ ]*' created | sed -n ${(state.links += 1)}p)"`)
    .replace(/'http:\/\/127\.0\.0\.1:8080\/b\/…'/g, `"$(grep -o 'http[^ #]*' created | head -1)"`)
    .replace(/(\/battles\/)…/g, `$1$(grep -o '/b/[^ #]*' created | head -1 | cut -c4-)`);
}

// Who plays presses Enter at every question, which is what --auto best does.
const beside = (line) => `${line.replace(/ +# .*/, '').replace(/^muster play .*/, '$& --auto best')} & ran+=($!)`;

function scriptOf(document, port, tlsPort) {
  const state = { links: 0 };
  const lines = ['set -euo pipefail', "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT"];
  for (const { language, word, body } of blocksOf(document)) {
    if (language !== 'sh' || !word.startsWith('run')) continue;
    const filled = body.split('\n').map((line) => fillIn(line, state));
    lines.push(`echo ${JSON.stringify(`-- ${body.split('\n')[0]}`).replaceAll('$', '\\$')} >&2`);
    if (word === 'run together') lines.push('ran=()', ...filled.filter((line) => line !== '').map(beside), 'for one in "${ran[@]}"; do wait "$one"; done');
    else lines.push(...filled);
  }
  return lines.join('\n').replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`).replaceAll('8443', `${tlsPort}`);
}

async function runScript(script, folder, environment) {
  const shell = spawn('bash', ['-c', script], { cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (bytes) => (said += bytes));
  const code = await new Promise((resolve) => shell.once('close', resolve));
  return { code, said };
}

/** Where a document's commands find the programs, the SDK and a server; all of it is gone after the test. */
async function prepare(t, document) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-docs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(build, join(folder, 'build'));
  symlinkSync(join(top, 'clients'), join(folder, 'clients'));
  for (const { language, word, body } of blocksOf(document)) if (['js', 'python'].includes(language) && word) writeFileSync(join(folder, word), body);
  const server = new ServerProcess(join(build, 'server/musterd'), ['--data', ':memory:', '--log-level', 'error']);
  // The reader has started a server already; the operator's page tells how.
  t.after(() => server.kill());
  if (document !== 'deploy/OPERATOR.md') await server.start();
  const port = server.url ? new URL(server.url).port : await freePort();
  const environment = {
    PATH: `${join(build, 'server')}:${join(build, 'clients/cli')}:${process.env.PATH}`,
    HOME: folder,
    MUSTER_SERVER: `http://127.0.0.1:${port}`,
    MUSTER_HOME: join(folder, 'home'),
    PYTHONDONTWRITEBYTECODE: '1', // beside the sources
  };
  return { folder, port, environment };
}

for (const document of documents) {
  test(`every command in ${document} works`, { timeout: 600_000 }, async (t) => {
    const { folder, port, environment } = await prepare(t, document);
    const { code, said } = await runScript(scriptOf(document, port, await freePort()), folder, environment);
    assert.equal(code, 0, said);
  });

  test(`every command in ${document} is run, or said to be for elsewhere`, () => {
    assert.ok(blocksOf(document).some(({ language, word }) => language === 'sh' && word.startsWith('run')));
    sayWhere(document);
  });
}

for (const document of ['CONTRIBUTING.md', 'deploy/RASPBERRY_PI.md', 'deploy/SCALE.md'])
  test(`every command in ${document} is said to be for elsewhere`, () => sayWhere(document));

test('every test that SECURITY.md names is there', () => {
  const named = [...readFileSync(join(top, 'SECURITY.md'), 'utf8').matchAll(/`(tests\/[^`]*\.\w+)`/g)].map(([, path]) => path);
  assert.ok(named.length > 20);
  for (const path of named) assert.ok(existsSync(join(top, path)), `there is no ${path}`);
});

// Links between documents, and paths in backquotes that begin with one of our folders; of patterns the folder.
for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md']) {
  test(`what ${document} names is there`, () => {
    const text = readFileSync(join(top, document), 'utf8');
    const linked = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path);
    const named = [...text.matchAll(/`((?:rules|protocol|storage|server|clients|tests|deploy)\/[^` ]*)`/g)].map(([, path]) => path.replace(/[^/]*\*.*$/, ''));
    assert.ok(named.length > 5);
    for (const path of [...linked, ...named]) assert.ok(existsSync(join(top, path)), `there is no ${path}`);
    for (const [, program, pattern] of text.matchAll(/^build\/(\S+) -tc='([^']+)'/gm))
      assert.ok(execFileSync(join(build, program), [`-tc=${pattern}`, '--list-test-cases', '--no-colors'], { encoding: 'utf8' }).split('\n').length > 5, pattern);
    for (const [, spec] of text.matchAll(/tests\/web\/run\.sh build (\S+)/g)) assert.ok(existsSync(join(top, `tests/web/${spec}.ts`)), spec);
    for (const [, target] of text.matchAll(/(?:^|`)make ([a-z-]+)/gm)) assert.match(readFileSync(join(top, 'Makefile'), 'utf8'), new RegExp(`^${target}:`, 'm'));
  });
}

// By the commands of the page, in a store that has the name in a battle that was played, and another battle without it.
test('a name is gone from the store after what deploy/OPERATOR.md says to do about it', { timeout: 600_000 }, async (t) => {
  const { folder, environment } = await prepare(t, 'deploy/OPERATOR.md');
  const server = new ServerProcess(join(build, 'server/musterd'), ['--data', join(folder, 'store'), '--log-level', 'error']);
  t.after(() => server.kill());
  await server.start();
  const create = 'muster create --example armies --bot attacker=best';
  const battles = [
    `muster play "$(${create} | grep -o 'http[^ ]*#[A-Za-z0-9_-]*' | head -1)" --name 'Ada Lovelace' --auto best`,
    `muster play "$(${create} | grep -o 'http[^ ]*#[A-Za-z0-9_-]*' | head -1)" --name 'Charles Babbage' --auto best`,
  ];
  const played = await runScript(`set -euo pipefail\n${battles.join('\n')}`, folder, { ...environment, MUSTER_SERVER: server.url });
  assert.equal(played.code, 0, played.said);
  await server.kill();
  const { body } = blocksOf('deploy/OPERATOR.md').find((block) => block.body.includes('Ada Lovelace'));
  const { code, said } = await runScript(`set -euo pipefail\n${body}musterd export --data fresh >left.jsonl\ncat fresh/* >bytes`, folder, environment);
  assert.equal(code, 0, said);
  const has = (name, words) => readFileSync(join(folder, name), 'latin1').includes(words);
  assert.ok(has('all.jsonl', 'Ada Lovelace'));
  assert.ok(has('left.jsonl', 'Charles Babbage'));
  for (const name of ['left.jsonl', 'bytes']) assert.ok(!has(name, 'Ada Lovelace'), name);
});
