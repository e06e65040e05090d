// What the documents tell of the arena: the ratings in rules/README.md are those that the command above them gives, and the bot that
// clients/BOTS.md begins with knows every kind of decision.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(join(top, 'rules/README.md'), 'utf8');
const bots = readFileSync(join(top, 'clients/BOTS.md'), 'utf8');
const program = join(process.env.BUILD, 'clients/cli/muster');
const muster = (words, options) => JSON.parse(execFileSync(program, words, { encoding: 'utf8', ...options }));
const contests = muster(['rules', '--json']).filter(({ contest }) => contest !== false);

test('the ratings of the built-in players are those that their command gives', { timeout: 600_000 }, () => {
  const [, words] = /^ {4}muster (arena .*)$/m.exec(readme);
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` \| (\d+ ± .*) \|$/gm)];
  assert.deepEqual(rows.map(([, ruleset]) => ruleset).sort(), contests.map(({ id }) => id).sort());
  for (const [, ruleset, ratings] of rows) {
    const { bots: rated } = muster([...words.replace('RULESET', ruleset).split(' '), '--json']);
    assert.equal(ratings, rated.map(({ rating, error }) => `${Math.round(rating)} ± ${Math.round(error)}`).join(' | '), ruleset);
  }
});

for (const command of ['python3 arena_bot.py', 'node arena_bot.mjs'])
  test(`the bot of clients/BOTS.md (${command}) plays thousands of decisions in the arena, and none of its choices is refused`, { timeout: 600_000 }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-arena-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    symlinkSync(join(top, 'clients'), join(folder, 'clients'));
    for (const [, name, source] of bots.matchAll(/^```(?:python|js) (\w+\.(?:py|mjs))\n([^]*?)^```$/gm)) writeFileSync(join(folder, name), source);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    for (const { id } of contests) {
      const words = ['arena', command, 'listed', 'random', '--ruleset', id, '--games', '60', '--patience', '60', '--json'];
      const { stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: 'utf8', maxBuffer: 64 << 20 });
      assert.equal(stderr.slice(0, 500), '', id); // neither a failure nor what it is asked, thousands of times
      const { bots: rated } = JSON.parse(stdout);
      assert.deepEqual([rated[0].refused, rated[0].failed], [0, 0], id);
    }
  });

test('clients/BOTS.md names every kind of decision, beside the ruleset that asks it', () => {
  const told = {};
  for (const [, names, kinds] of bots.matchAll(/^\| \[([a-z, -]+)\]\(\.\.\/rules\/\w+\/README\.md\) \| (.*) \|$/gm))
    for (const name of names.split(', ')) told[name] = [...kinds.matchAll(/`(\w+)`/g)].map(([, kind]) => kind);
  for (const [id, { decisions }] of Object.entries(muster(['rules', '--schemas']).rulesets))
    for (const kind of Object.keys(decisions)) assert.ok(told[id]?.includes(kind), `${id}: ${kind}`);
});
