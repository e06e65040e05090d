// The ratings in rules/README.md are those that the command above them gives.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const readme = readFileSync(fileURLToPath(new URL('../../rules/README.md', import.meta.url)), 'utf8');
const muster = join(process.env.BUILD, 'clients/cli/muster');

test('the ratings of the built-in players are those that their command gives', { timeout: 240_000 }, () => {
  const [, words] = /^ {4}muster (arena .*)$/m.exec(readme);
  const rows = [...readme.matchAll(/^\| `([a-z-]+)` \| (\d+ ± .*) \|$/gm)];
  const rated = JSON.parse(execFileSync(muster, ['rules', '--json'], { encoding: 'utf8' })).filter(({ contest }) => contest !== false);
  assert.deepEqual(rows.map(([, ruleset]) => ruleset).sort(), rated.map(({ id }) => id).sort());
  for (const [, ruleset, ratings] of rows) {
    const { bots } = JSON.parse(execFileSync(muster, [...words.replace('RULESET', ruleset).split(' '), '--json'], { encoding: 'utf8' }));
    assert.equal(ratings, bots.map(({ rating, error }) => `${Math.round(rating)} ± ${Math.round(error)}`).join(' | '), ruleset);
  }
});
