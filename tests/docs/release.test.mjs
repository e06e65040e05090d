// What a release is made of: deploy/release.sh on a commit of what is here, with a version that CHANGELOG.md tells of.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const build = process.env.BUILD;
const read = (...path) => readFileSync(join(...path), 'utf8');
const version = /^project\(muster VERSION (\S+)/m.exec(read(top, 'CMakeLists.txt'))[1];
const nobody = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b', GIT_CONFIG_GLOBAL: '/dev/null' };
const run = (program, args, options = {}) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], ...options, env: { ...process.env, ...nobody, ...options.env } });
const name = `muster-${version}`;
const commitFile = 'protocol/program/commit.txt';
let place, sources, out;

const release = (...more) => spawnSync('deploy/release.sh', [build, out, ...more], { cwd: sources, encoding: 'utf8' });
/** With no registry, and nothing that npm has kept elsewhere. */
function bringsItsPackages(folder) {
  run('deploy/install.sh', ['web'], { cwd: folder, env: { npm_config_registry: 'http://127.0.0.1:9/', HOME: place } });
  for (const tool of ['vite', 'svelte', 'typescript', '@playwright/test']) assert.ok(existsSync(join(folder, 'clients/node_modules', tool)), tool);
}
const commit = () => run('git', ['commit', '-qam', 'as a release has it'], { cwd: sources });

before(() => {
  place = mkdtempSync(join(tmpdir(), 'muster-release-'));
  [sources, out] = [join(place, 'sources'), join(place, 'out')];
  // Also of what is in no commit yet, and where there is no repository, in a release's own tarball.
  const git = (...args) => run('git', [`--git-dir=${join(place, 'git')}`, `--work-tree=${top}`, ...args], { cwd: top });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'what is here');
  run('git', ['clone', '-q', join(place, 'git'), sources]);
  run('cp', ['-a', join(top, 'clients/node_modules'), join(sources, 'clients/node_modules')]);
  // A release's own tarball has brought its packages, and what git writes into this file is written.
  run('cp', ['-a', join(top, 'clients/npm-packages'), join(sources, 'clients')]);
  if (/^[0-9a-f]+$/m.test(read(sources, commitFile))) writeFileSync(join(sources, commitFile), '$Format:%H$\n');
  if (run('git', ['status', '--porcelain'], { cwd: sources })) commit();
});
after(() => rmSync(place, { recursive: true, force: true }));

test('the programs and the packages have one version', () => {
  for (const folder of ['js', 'wasm', 'web']) assert.equal(JSON.parse(read(top, 'clients', folder, 'package.json')).version, version, folder);
});

test('every npm package is pinned by what it hashes to, and those of one system are named for 64-bit ARM as well', () => {
  const { packages } = JSON.parse(read(top, 'clients/package-lock.json'));
  const named = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  assert.deepEqual(named.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path), []);
  for (const [path] of named.filter(([path]) => path.endsWith('-linux-x64-gnu') || path.endsWith('/linux-x64'))) assert.ok(packages[path.replace('linux-x64', 'linux-arm64')], path);
});

test('there is no release of a version that the changelog says nothing of, nor of what is in no commit', () => {
  writeFileSync(join(sources, 'CHANGELOG.md'), '# What changed\n\n## Unreleased\n\n- Something.\n');
  const { status, stderr } = release();
  assert.equal(status, 1);
  assert.match(stderr, /changes that are in no commit/);
  const check = () => spawnSync('deploy/release.sh', ['--check'], { cwd: sources, encoding: 'utf8' });
  assert.match(check().stderr, /changes that are in no commit/);
  commit();
  assert.match(check().stderr, new RegExp(`CHANGELOG.md says nothing under "## ${version}"`));
  assert.match(release().stderr, new RegExp(`CHANGELOG.md says nothing under "## ${version}"`));
  assert.ok(!existsSync(out));
});

test('make release looks whether there can be one before it runs the tests', () => {
  const [first, second] = run('make', ['-n', '-C', top, '--no-print-directory', 'release']).split('\n');
  assert.equal(first, 'deploy/release.sh --check');
  assert.match(second, /test deb/);
});

test('a release has sources that bring their npm packages and know their commit, the bill of materials, notes and checksums', () => {
  appendFileSync(join(sources, 'CHANGELOG.md'), `\n## ${version} (2026-11-29)\n\n- The first.\n\n## 0.0.1\n\n- Before it.\n`);
  commit();
  assert.equal(spawnSync('deploy/release.sh', ['--check'], { cwd: sources, encoding: 'utf8' }).status, 0);
  assert.ok(!existsSync(out));
  const deb = join(place, 'muster_test.deb');
  writeFileSync(deb, 'a package');
  const { status, stderr } = release(deb);
  assert.equal(status, 0, stderr);
  assert.equal(read(out, 'notes.md'), `# Muster ${version}\n\n- The first.\n`);
  assert.equal(JSON.parse(read(out, 'muster.cdx.json')).bomFormat, 'CycloneDX');
  assert.equal(read(out, 'muster_test.deb'), 'a package');
  run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
  assert.deepEqual(read(out, 'SHA256SUMS').trim().split('\n').map((line) => line.split('  ')[1]).sort(), [`${name}.tar.gz`, 'muster.cdx.json', 'muster_test.deb', 'notes.md']);

  const unpacked = join(place, 'unpacked');
  mkdirSync(unpacked);
  run('tar', ['-xzf', join(out, `${name}.tar.gz`), '-C', unpacked]);
  const head = run('git', ['rev-parse', 'HEAD'], { cwd: sources }).trim();
  assert.equal(read(unpacked, name, commitFile).trim(), head);
  bringsItsPackages(join(unpacked, name));
});

test('the image is built of what a checkout has, and of a tarball without a registry too', () => {
  const copied = [...read(top, 'Dockerfile').split('COPY . .')[0].matchAll(/^COPY (.+) (\S+)$/gm)];
  assert.ok(copied.length > 3);
  for (const [from, folder] of [
    [sources, 'checkout'],
    [join(place, 'unpacked', name), 'image'],
  ]) {
    mkdirSync(join(place, folder));
    // As Docker does: a folder's contents, and a file under its name where the target ends with a slash.
    for (const [, files, target] of copied) {
      mkdirSync(join(place, folder, target.endsWith('/') ? target : join(target, '..')), { recursive: true });
      for (const each of files.split(' ')) run('cp', ['-aT', join(from, each), join(place, folder, target.endsWith('/') ? join(target, basename(each)) : target)]);
    }
  }
  bringsItsPackages(join(place, 'image'));
});

test('the same commit gives the same bytes', () => {
  const made = read(out, 'SHA256SUMS');
  assert.equal(release(join(place, 'muster_test.deb')).status, 0);
  assert.equal(read(out, 'SHA256SUMS'), made);
});
