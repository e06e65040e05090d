// What `make install` puts where: programs that run from there, a manual without a fault, completions that complete, units with the right paths, and
// settings that are never overwritten; and the nightly backup, which it brings.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { ServerProcess } from '../support/server_process.mjs';

const build = process.env.BUILD;
const stage = mkdtempSync(join(tmpdir(), 'muster-install-'));
after(() => rmSync(stage, { recursive: true, force: true }));
const install = () => execFileSync('cmake', ['--install', build, '--prefix', '/usr'], { env: { ...process.env, DESTDIR: stage }, encoding: 'utf8' });
install();
const usr = join(stage, 'usr');
const has = (program) => (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? false : `no ${program} here`);
const run = (program, ...words) => {
  const done = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, HOME: stage, LC_ALL: 'C.UTF-8', MANOPT: '', XDG_DATA_HOME: stage, XDG_CONFIG_HOME: stage } });
  assert.equal(done.status, 0, `${program}: ${done.stderr}`);
  return done;
};
const words = (text) => text.split('\n').map((line) => line.split('\t')[0].trim()).filter(Boolean).sort();

test('the programs run from where they are, and settings that are there stay', () => {
  assert.match(run(join(usr, 'bin/musterd'), '--version').stdout, /^musterd /);
  assert.match(run(join(usr, 'bin/muster'), '--version').stdout, /^muster /);
  writeFileSync(join(stage, 'etc/muster.toml'), '# mine\n');
  install();
  assert.equal(readFileSync(join(stage, 'etc/muster.toml'), 'utf8'), '# mine\n');
});

test('units name the programs where they are', () => {
  for (const unit of ['system/musterd.service', 'system/muster-backup.service', 'user/muster-agent.service'])
    for (const [, program] of readFileSync(join(usr, 'lib/systemd', unit), 'utf8').matchAll(/^ExecStart=(\S+)/gm)) assert.ok(existsSync(join(stage, program)), program);
});

test('the manual is read without a warning, and has every command and what else a page has', { skip: has('man') }, () => {
  const sections = ['EXIT STATUS', 'FILES', 'SEE ALSO'];
  for (const [page, command, expected] of [['man8/musterd.8', 'moderate ban', [...sections, 'SIGNALS']], ['man1/muster.1', 'replay', sections]]) {
    const { stdout, stderr } = run('man', '--warnings', '-l', join(usr, 'share/man', page));
    assert.equal(stderr, '');
    assert.match(stdout, new RegExp(command));
    for (const each of expected) assert.match(stdout, new RegExp(`^${each}$`, 'm'), page);
    assert.doesNotMatch(stdout, /:\{|:INT|:FLOAT|:FILE|:POSITIVE/, 'words of the parser');
  }
});

test('options of the command above are in the manual and in the help of each command that takes them', () => {
  const page = readFileSync(join(usr, 'share/man/man8/musterd.8'), 'utf8');
  for (const command of ['hide', 'show', 'close', 'who', 'ban', 'unban', 'bans']) {
    const [, section] = page.split(`.SH musterd moderate ${command}\n`);
    for (const text of [section.split('.SH')[0].replaceAll('\\-', '-'), run(join(usr, 'bin/musterd'), 'moderate', command, '--help').stdout])
      for (const option of ['--config', '--data', '--store']) assert.ok(text.includes(option), `${command}: ${option}`);
  }
  const health = run(join(usr, 'bin/musterd'), 'health', '--help').stdout;
  for (const option of ['--config', '--listen', '--tls-certificate', '--tls-key']) assert.ok(health.includes(option), option);
});

const bans = ['ban', 'bans'];
const completed = {
  bash(program, typed) {
    const line = [program, ...typed];
    const script = `source ${join(usr, 'share/bash-completion/completions', program)}; COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _${program}; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return words(run('bash', '-c', script).stdout);
  },
  zsh(program, typed) {
    const script = `_describe() { print -l -- \${found%%:*} }; _files() { }; words=(${[program, ...typed].map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length + 1}; source ${join(usr, 'share/zsh/vendor-completions', `_${program}`)}`;
    return words(run('zsh', '-fc', script).stdout).filter((word) => word.startsWith(typed.at(-1)));
  },
  fish(program, typed) {
    return words(run('fish', '--no-config', '-c', `source ${join(usr, 'share/fish/vendor_completions.d', `${program}.fish`)}; complete -C '${[program, ...typed].join(' ')}'`).stdout);
  },
};

for (const [shell, complete] of Object.entries(completed))
  test(`${shell} completes commands, their commands and their options`, { skip: has(shell) }, () => {
    assert.deepEqual(complete('musterd', ['mod']), ['moderate']);
    assert.deepEqual(complete('musterd', ['moderate', 'ban']), bans);
    assert.deepEqual(complete('musterd', ['moderate', 'ban', '--fo']), ['--for']);
    assert.deepEqual(complete('musterd', ['moderate', 'who', '--con']), ['--config']);
    assert.deepEqual(complete('musterd', ['--log-f']), ['--log-file', '--log-format']);
    assert.deepEqual(complete('musterd', ['restore', '--rep']), ['--replace']);
    assert.deepEqual(complete('muster', ['cre']), ['create']);
    assert.deepEqual(complete('muster', ['seats', 'ex']), ['export']);
  });

test('zsh finds the completions where they are put, under /usr and under /usr/local', { skip: has('zsh') }, () => {
  for (const prefix of ['/usr', '/usr/local']) {
    const root = join(stage, 'zsh', prefix);
    execFileSync('cmake', ['--install', build, '--prefix', prefix], { env: { ...process.env, DESTDIR: root }, encoding: 'utf8' });
    const folders = run('zsh', '-fc', 'print -l $fpath').stdout.split('\n').filter((folder) => folder && existsSync(join(root, folder, '_musterd')));
    assert.equal(folders.length, 1, prefix);
    const script = `fpath=(${join(root, folders[0])} $fpath); autoload -U compinit; compinit -u -d ${join(root, 'dump')}; print $_comps[musterd] $_comps[muster]`;
    assert.equal(run('zsh', '-fc', script).stdout, '_musterd _muster\n');
  }
});

for (const [program, setting, at] of [
  ['rsync', 'RSYNC', (folder) => folder],
  ['rclone', 'RCLONE', (folder) => `storage:${folder}`],
])
  test(`the nightly backup keeps a few checked copies, and ${program} brings what is missing off the machine`, { skip: has(program) }, async (t) => {
    const place = mkdtempSync(join(tmpdir(), 'muster-backup-'));
    t.after(() => rmSync(place, { recursive: true, force: true }));
    const [data, here, there, config] = ['data', 'copies of here', 'there', 'backup.toml'].map((name) => join(place, name));
    const server = new ServerProcess(join(usr, 'bin/musterd'), ['--data', data, '--log-level', 'error']);
    await server.start();
    t.after(() => server.kill());
    writeFileSync(config, `data = "${data}"\n`);
    const env = { PATH: `${join(usr, 'bin')}:/usr/bin:/bin`, HOME: place, CONFIG: config, FOLDER: here, KEEP: '3', [setting]: at(there) };
    mkdirSync(join(place, '.config/rclone'), { recursive: true });
    writeFileSync(join(place, '.config/rclone/rclone.conf'), '[storage]\ntype = local\n');
    let newest;
    const backUp = (more) => {
      if (newest) rmSync(join(here, newest)); // the next one may have its second
      const done = spawnSync(join(usr, 'bin/musterd-backup'), { encoding: 'utf8', env: { ...env, ...more } });
      newest = readdirSync(here).sort().at(-1);
      return done;
    };
    const old = (...days) => days.map((day) => `muster-200001${day}T000000Z.db`);
    const lie = (folder, names) => names.forEach((name) => writeFileSync(join(folder, name), folder));
    const isThere = (...names) => assert.deepEqual(readdirSync(there).sort(), [...names].sort());

    // Two nights on which the other machine could not be reached, while there was something older there.
    mkdirSync(here);
    mkdirSync(there);
    lie(here, old('01', '02', '03'));
    lie(there, ['mine.db', ...old('00')]);
    if (program === 'rsync') lie(there, old('02'));
    assert.equal(backUp().stderr, '');
    assert.deepEqual(readdirSync(here).sort(), [...old('02', '03'), newest]);
    isThere('mine.db', ...old('00', '02', '03'), newest);
    if (program === 'rsync') assert.equal(readFileSync(join(there, old('02')[0]), 'utf8'), there, 'a copy that was there was overwritten');
    rmSync(join(there, newest));
    assert.equal(backUp({ [setting]: '/dev/null/nowhere' }).status, 1);

    // As many as said, of copies alone; what would go at once is not sent.
    assert.equal(backUp({ KEEP_THERE: '2' }).stderr, '');
    isThere('mine.db', ...readdirSync(here).sort().slice(-2));
    await server.stop();
    run(join(usr, 'bin/musterd'), 'restore', join(there, newest), '--data', data, '--replace');
    for (const wrong of ['0', '-1', 'all']) {
      const { status, stderr } = backUp({ KEEP_THERE: wrong });
      assert.equal(status, 2);
      assert.match(stderr, /KEEP_THERE .* 1 or more/);
    }
  });

test('what rotates logs renames the file, and the server goes on in a new one', { timeout: 600_000, skip: spawnSync('sh', ['-c', 'command -v logrotate'], { env: { PATH: '/usr/sbin:/usr/bin:/bin' } }).status === 0 ? false : 'no logrotate here' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-logs-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const log = join(folder, 'muster.log');
  const server = new ServerProcess(join(usr, 'bin/musterd'), ['--data', ':memory:', '--log-file', log]);
  await server.start();
  t.after(() => server.kill());
  const said = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const until = async (word) => {
    while (!said(log).includes(word)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until('started');
  const given = readFileSync(join(usr, 'share/doc/muster/logrotate'), 'utf8');
  const rules = given.replace('/var/log/muster/*.log', log).replace('systemctl try-reload-or-restart musterd.service', `kill -HUP ${server.pid}`);
  assert.ok(rules.includes(log) && rules.includes('kill -HUP'));
  writeFileSync(join(folder, 'rules'), rules, { mode: 0o644 });
  run('/usr/sbin/logrotate', '--force', '--state', join(folder, 'state'), join(folder, 'rules'));
  await until('the settings were read again');
  assert.match(said(`${log}.1`), /started/);
  assert.equal(await server.stop(), undefined);
  assert.match(said(log), /ended/);
});
