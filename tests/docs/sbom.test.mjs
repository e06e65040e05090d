// The bill of materials is complete: every library that the programs load, every npm package that ships.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const build = process.env.BUILD;
const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
const bom = JSON.parse(run('node', join(top, 'deploy/sbom.mjs'), build));
const required = new Set(bom.components.filter((each) => each.scope === 'required').map((each) => each.name));

test('the bill of materials is CycloneDX, and names each thing once with its version', () => {
  assert.equal(bom.bomFormat, 'CycloneDX');
  const names = bom.components.map((each) => each.purl);
  assert.equal(new Set(names).size, names.length);
  for (const each of bom.components) assert.ok(each.name && each.version && each.purl, JSON.stringify(each));
});

test('every library that musterd and muster load is in the bill of materials', () => {
  for (const program of ['server/musterd', 'clients/cli/muster']) {
    const needed = [...run('readelf', '-d', join(build, program)).matchAll(/NEEDED.*\[(.*)\]/g)].map((match) => match[1]);
    assert.ok(needed.length > 5);
    for (const library of needed) {
      // Several packages may have it under this name: for other architectures too.
      const owners = run('dpkg', '-S', `*/${library}`).trim().split('\n').map((line) => line.split(':')[0]);
      assert.ok(owners.some((each) => required.has(each)), `${library} of ${owners}`);
    }
  }
});

test('libraries that are compiled in are in the bill of materials', () => {
  for (const name of ['libboost1.81-dev', 'nlohmann-json3-dev', 'libcli11-dev', 'libsqlitecpp-dev', 'libtomlplusplus-dev']) assert.ok(required.has(name), name);
});

test('every npm package of the lock file is in the bill of materials, and those that ship are said to', () => {
  const lock = JSON.parse(readFileSync(join(top, 'clients/package-lock.json'), 'utf8'));
  const all = new Set(bom.components.map((each) => `${each.name}@${each.version}`));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    const name = path.replace(/.*node_modules\//, '');
    assert.ok(all.has(`${name}@${entry.version}`), name);
    if (!entry.dev) assert.ok(required.has(name), name);
  }
  for (const name of ['svelte', 'uqr', '@fontsource/alegreya', '@fontsource/alegreya-sans', 'ws']) assert.ok(required.has(name), name);
  for (const name of ['vite', 'typescript', '@playwright/test']) assert.ok(!required.has(name), name);
});
