// The unit, the settings that come with it, and TLS under it: systemd's own opinion where systemd-analyze is, and the server run with what the unit gives it.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, closeSync, copyFileSync, existsSync, fstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));
const musterd = join(process.env.BUILD, 'server/musterd');
const systemd = join(top, 'deploy/systemd');
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

function temporary(t) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-unit-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The unit as it would be installed, with and without tls.conf; the program is the one that was built. */
function installed(t, withTls) {
  const folder = temporary(t);
  writeFileSync(join(folder, 'musterd.service'), readFileSync(join(systemd, 'musterd.service'), 'utf8').replace('/usr/local/bin/musterd', musterd));
  if (withTls) {
    mkdirSync(join(folder, 'musterd.service.d'));
    copyFileSync(join(systemd, 'tls.conf'), join(folder, 'musterd.service.d/tls.conf'));
  }
  return folder;
}

for (const withTls of [false, true])
  test(`systemd takes the unit ${withTls ? 'with' : 'without'} TLS, and finds it well shut`, { skip: has('systemd-analyze') ? false : 'no systemd-analyze here' }, (t) => {
    const folder = installed(t, withTls);
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` };
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'musterd.service')], { env, encoding: 'utf8' });
    assert.doesNotMatch(verified.stderr, /musterd|tls\.conf/, 'complaints');
    assert.equal(verified.status, 0, verified.stderr);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', join(folder, 'musterd.service')], { env, encoding: 'utf8' });
    assert.equal(judged.status, 0, judged.stdout + judged.stderr);
  });

test('systemd takes the nightly backup and its timer', { skip: has('systemd-analyze') ? false : 'no systemd-analyze here' }, (t) => {
  const folder = temporary(t);
  for (const unit of ['muster-backup.service', 'muster-backup.timer'])
    writeFileSync(join(folder, unit), readFileSync(join(systemd, unit), 'utf8').replace('/usr/local/bin/musterd-backup', join(top, 'deploy/musterd-backup')));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'muster-backup.timer')], { env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` }, encoding: 'utf8' });
  assert.doesNotMatch(stderr, /muster/);
  assert.equal(status, 0, stderr);
});

test('the journal hears how urgent a line is, and nobody else', async (t) => {
  const folder = temporary(t);
  const other = createServer().listen(0, '127.0.0.1'); // has the address that the server wants
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address();
  const said = (words, isJournal) => {
    const file = openSync(join(folder, 'stderr'), 'w');
    const { dev, ino } = fstatSync(file, { bigint: true });
    const env = { ...process.env, JOURNAL_STREAM: `${dev}:${isJournal ? ino : ino + 1n}` };
    spawnSync(musterd, ['--data', join(folder, 'data'), '--listen', `127.0.0.1:${port}`, ...words], { env, stdio: ['ignore', 'ignore', file], timeout: 600_000 });
    closeSync(file);
    return readFileSync(join(folder, 'stderr'), 'utf8').trimEnd().split('\n');
  };
  for (const words of [[], ['--log-format', 'json']]) {
    assert.match(said(words, true).at(-1), /^<3>(musterd: |\{"time").*127\.0\.0\.1/);
    assert.match(said(words, false).at(-1), /^(musterd: |\{"time").*127\.0\.0\.1/);
  }
});

test('what is wrong in the configuration is not tried again, SIGHUP reloads, and the settings name what tls.conf brings', () => {
  const unit = readFileSync(join(systemd, 'musterd.service'), 'utf8');
  assert.match(unit, /^RestartPreventExitStatus=2$/m);
  assert.match(unit, /^StartLimitIntervalSec=0$/m);
  assert.match(unit, /^Type=notify\nTimeoutStartSec=infinity$/m);
  assert.match(unit, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m);
  const settings = readFileSync(join(systemd, 'muster.toml'), 'utf8');
  const brought = [...readFileSync(join(systemd, 'tls.conf'), 'utf8').matchAll(/^LoadCredential=([^:]+):/gm)].map(([, name]) => name);
  for (const name of brought) assert.ok(settings.includes(`"/run/credentials/musterd.service/${name}"`), name);
  assert.equal(brought.length, 2);
});

test('what the operator types for TLS under the unit sets the name and the three settings, and the server finds them as meant', (t) => {
  const folder = temporary(t);
  const files = ['tls.conf', 'muster.toml'].map((name) => join(folder, name));
  for (const file of files) copyFileSync(join(systemd, file.slice(folder.length + 1)), file);
  const typed = readFileSync(join(top, 'deploy/OPERATOR.md'), 'utf8').match(/^sed -i .*$/gm);
  assert.equal(typed.length, 2);
  for (const command of typed)
    execFileSync('sh', ['-c', command.replace('/etc/systemd/system/musterd.service.d/tls.conf', files[0]).replace('/etc/muster.toml', files[1])]);
  const unit = readFileSync(files[0], 'utf8');
  assert.match(unit, /^LoadCredential=certificate\.pem:\/etc\/letsencrypt\/live\/YOUR\.NAME\//m);
  assert.doesNotMatch(unit, /muster\.example\.org/);
  const { stdout, status, stderr } = spawnSync(musterd, ['--config', files[1], '--print-config'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  for (const setting of ['listen = "[::]:443"', 'tls-certificate = "/run/credentials/musterd.service/certificate.pem"', 'tls-key = "/run/credentials/musterd.service/key.pem"'])
    assert.ok(stdout.includes(`\n${setting}  # ${files[1]}:`), setting);
});

/** One below 1024 that nobody listens at, at any address. */
async function lowPort() {
  for (;;) {
    const port = 1 + Math.floor(Math.random() * 1000);
    const free = await new Promise((resolve) => {
      const trial = createServer().once('error', () => resolve(false));
      trial.listen(port, '0.0.0.0', () => trial.close(() => resolve(true)));
    });
    if (free) return port;
  }
}

// As under the unit: a user who is nobody else, no capability but one, and copies of the files that only it reads.
test('nobody in particular serves TLS on a port below 1024 with the one capability, and says what is missing without', {
  skip: process.getuid() === 0 && has('setpriv') ? false : 'only root can become somebody else',
}, async (t) => {
  const nobody = 65534;
  const folder = temporary(t);
  chmodSync(folder, 0o755);
  const [certificate, key, other] = ['certificate.pem', 'key.pem', 'other.pem'].map((name) => join(folder, name));
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  copyFileSync(key, other);
  for (const file of [certificate, key]) chownSync(file, nobody, nobody), chmodSync(file, 0o400);
  chmodSync(other, 0o400);
  const program = join(folder, 'musterd'); // the build's folder may be root's alone
  copyFileSync(musterd, program);
  const host = `127.${1 + Math.floor(Math.random() * 200)}.77.7`;
  const port = await lowPort();
  const as = (capabilities, secret) => [
    `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--no-new-privs', ...capabilities,
    program, '--data', ':memory:', '--listen', `${host}:${port}`, '--tls-certificate', certificate, '--tls-key', secret,
  ];
  const one = ['--inh-caps=-all,+net_bind_service', '--ambient-caps=-all,+net_bind_service', '--bounding-set=-all,+net_bind_service'];
  const none = ['--inh-caps=-all', '--bounding-set=-all'];
  // In some containers every port is anybody's.
  if (Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > port) {
    const refused = spawnSync('setpriv', as(none, key), { encoding: 'utf8', timeout: 600_000 });
    assert.match(refused.stderr, /a port below 1024 is for root, or for who has CAP_NET_BIND_SERVICE/);
    assert.equal(refused.status, 2);
  }
  const unreadable = spawnSync('setpriv', as(one, other), { encoding: 'utf8', timeout: 600_000 });
  assert.match(unreadable.stderr, /the key .*other\.pem cannot be read: Permission denied/);
  assert.equal(unreadable.status, 2);
  const server = spawn('setpriv', as(one, key), { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', () => reject(new Error('the server ended')));
  });
  const said = execFileSync('curl', ['-sf', '--cacert', certificate, '--resolve', `localhost:${port}:${host}`, `https://localhost:${port}/healthz`], { encoding: 'utf8' });
  assert.equal(said, 'ok\n');
});

test('the hook for certbot restarts the service whose certificate was renewed, and no other', (t) => {
  const folder = temporary(t);
  const unit = installed(t, true);
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\n[ "$1" = cat ] && exec cat ${unit}/musterd.service ${unit}/musterd.service.d/tls.conf\n[ "$2" = is-failed ] && exit "$STATE"\necho "$@" >>${folder}/done\n`, { mode: 0o755 });
  const failed = '0', runs = '1';
  const renew = (name, state = runs) =>
    execFileSync(join(top, 'deploy/certbot/musterd'), [], { env: { PATH: `${folder}:${process.env.PATH}`, RENEWED_LINEAGE: `/etc/letsencrypt/live/${name}`, STATE: state } });
  renew('another.example.org');
  assert.ok(!existsSync(join(folder, 'done')));
  renew('muster.example.org');
  assert.equal(readFileSync(join(folder, 'done'), 'utf8'), 'try-restart musterd.service\n');
  renew('muster.example.org', failed); // over the certificate before
  assert.equal(readFileSync(join(folder, 'done'), 'utf8'), 'try-restart musterd.service\nrestart musterd.service\n');
});
