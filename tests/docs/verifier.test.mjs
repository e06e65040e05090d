// protocol/README.md says all that a verifier needs: verify_record.py was written from it alone, by somebody who had seen no code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const python = (script, files) => spawnSync('python3', ['-B', `tests/docs/${script}`, ...files], { encoding: 'utf8' });
const recordsOf = (version) => readdirSync(`tests/vectors/records/${version}`).map((name) => `tests/vectors/records/${version}/${name}`);

for (const version of [1, 2]) {
  test(`a verifier written from the protocol's text finds that records of version ${version} hold, and each change of them`, () => {
    const files = recordsOf(version);
    assert.ok(files.length > 5);
    const verified = python('verify_record.py', files);
    assert.equal(verified.status, 0, verified.stdout + verified.stderr);
    assert.equal(verified.stdout.match(/ holds: /g).length, files.length);
    const changed = python('verify_record_test.py', files);
    assert.equal(changed.status, 0, changed.stdout + changed.stderr);
  });
}

test('that verifier is short: some 200 lines, and nothing beside Python’s own library', () => {
  const ours = ['verify_record.py', 'chain.py'].map((name) => readFileSync(`tests/docs/${name}`, 'utf8'));
  assert.ok(ours.join('').split('\n').length - 1 < 210);
  assert.ok(ours.join('').split('\n').every((line) => line.length <= 160), 'a line is too long to be read beside the text');
  const imported = ours.flatMap((text) => [...text.matchAll(/^(?:import (.*)|from (\w+) import)/gm)].flatMap(([, many, one]) => (many ?? one).split(', ')));
  assert.deepEqual([...new Set(imported)].sort(), ['chain', 'hashlib', 'hmac', 'itertools', 'json', 'pathlib', 'sys']);
});
