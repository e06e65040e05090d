// The blocks for nginx and Caddy in the operator's page, run as they stand there but for names, ports and certificates: pages, WebSockets, streams and
// polls go through, the server sees its clients' addresses and nobody else's word for them, and nobody sees its metrics.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { WebSocket } from '../../clients/node_modules/ws/wrapper.mjs';
import { freePort } from '../support/free_port.mjs';
import { ServerProcess } from '../support/server_process.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const musterd = join(process.env.BUILD, 'server/musterd');
const page = readFileSync(join(top, 'deploy/OPERATOR.md'), 'utf8');
const block = (language) => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(page)[1];
const PATH = `${process.env.PATH}:/usr/sbin`;
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0;
const elsewhere = '127.0.0.2'; // another address of this machine than the proxy's

/** Replaces what must be there. */
function put(text, ...pairs) {
  for (const [from, to] of pairs) {
    assert.ok(text.includes(from), `"${from}" is not in the block`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const proxies = {
  nginx(folder, port, server, plainPort) {
    const site = put(
      block('nginx'),
      ['    listen [::]:80;\n', ''], // this machine may have no IPv6
      ['    listen [::]:443 ssl;\n', ''],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['/var/www/html', folder],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/letsencrypt/live/muster.example.org/fullchain.pem', join(folder, 'cert.pem')],
      ['/etc/letsencrypt/live/muster.example.org/privkey.pem', join(folder, 'key.pem')],
      ['server_name muster.example.org', 'server_name localhost'],
      ['127.0.0.1:8080', server],
    );
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join(' ');
    writeFileSync(join(folder, 'nginx.conf'), `daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { access_log off; ${temporary}\n${site}}\n`);
    return ['nginx', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  caddy(folder, port, server) {
    const site = put(block('caddy'), ['muster.example.org {', `https://localhost:${port} {\n    tls ${folder}/cert.pem ${folder}/key.pem`], ['127.0.0.1:8080', server]);
    writeFileSync(join(folder, 'Caddyfile'), `{\n    admin off\n    auto_https disable_redirects\n    servers {\n        protocols h1 h2\n    }\n    storage file_system ${folder}\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

/** One request through the proxy, from `elsewhere`; `onPart` hears what comes as it comes. */
function ask(at, path, { method = 'GET', headers = {}, body, onPart = () => {} } = {}) {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: at.port, servername: 'localhost', ca: at.ca, localAddress: elsewhere, path, method, headers: { Host: `localhost:${at.port}`, ...headers }, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (part) => onPart((text += part), asked));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
      answer.on('error', () => resolve({ status: answer.statusCode, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function started(at, proxy) {
  for (;;) {
    const answer = await ask(at, '/healthz').catch(() => null);
    if (answer?.status === 200) return;
    assert.equal(proxy.exitCode, null, `${proxy.spawnfile} did not start: ${proxy.said}`);
    await new Promise((resolve) => setTimeout(resolve, 50)); // neither says when it listens
  }
}

for (const [name, configure] of Object.entries(proxies))
  test(`the block for ${name} lets everything through but metrics`, { timeout: 600_000, skip: has(name) ? false : `no ${name} here` }, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-proxy-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], { stdio: 'ignore' });
    const data = join(folder, 'data');
    const server = new ServerProcess(musterd, ['--data', data, '--trusted-proxies', '127.0.0.1', '--metrics', 'all', '--log-level', 'error']);
    await server.start();
    t.after(() => server.kill());
    const at = { port: await freePort(), ca: readFileSync(join(folder, 'cert.pem')) };
    const plainPort = await freePort();
    const [program, ...words] = configure(folder, at.port, new URL(server.url).host, plainPort);
    const proxy = spawn(program, words, { env: { PATH, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
    const gone = new Promise((resolve) => proxy.once('close', resolve));
    t.after(() => (proxy.kill('SIGTERM'), gone)); // in order: what nginx has started would outlive it
    proxy.said = '';
    proxy.stderr.on('data', (part) => (proxy.said += part));
    await started(at, proxy);

    if (name === 'nginx') {
      const plain = (path) => fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: 'manual' });
      const sent = await plain('/b/x?y=z');
      assert.deepEqual([sent.status, sent.headers.get('location')], [301, 'https://127.0.0.1/b/x?y=z']);
      chmodSync(folder, 0o755); // as /var/www is: who answers is not root
      mkdirSync(join(folder, '.well-known/acme-challenge'), { recursive: true });
      writeFileSync(join(folder, '.well-known/acme-challenge/token'), 'of a renewal');
      assert.equal(await (await plain('/.well-known/acme-challenge/token')).text(), 'of a renewal');
    }
    assert.equal((await ask(at, '/metrics')).status, 403);
    assert.equal((await fetch(`${server.url}/metrics`)).status, 200); // the proxy refuses, not the server
    assert.match((await ask(at, '/')).text, /<html/i);

    const { example } = JSON.parse((await ask(at, '/api/v1/rulesets/simple-combat')).text);
    const made = await ask(at, '/api/v1/battles', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ruleset: 'simple-combat', setup: example.setup ?? example }) });
    assert.equal(made.status, 201, made.text);
    const { battle } = JSON.parse(made.text);

    // A page of this very origin, under TLS, as the server sees it; whoever claims another address has not.
    const socket = new WebSocket(`wss://localhost:${at.port}/ws`, { ca: at.ca, lookup: (_, __, found) => found(null, '127.0.0.1', 4), autoSelectFamily: false, localAddress: elsewhere, origin: `https://localhost:${at.port}`, headers: { 'X-Forwarded-For': '203.0.113.9' } });
    t.after(() => socket.terminate());
    const heard = [];
    socket.on('message', (text) => heard.push(JSON.parse(text)));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'follow', battle }));
    while (!heard.some(({ type }) => type === 'following')) await new Promise((resolve) => socket.once('message', resolve));
    const who = execFileSync(musterd, ['moderate', 'who', battle, '--data', data], { encoding: 'utf8' });
    assert.match(who, /127\.0\.0\.2/);
    assert.doesNotMatch(who, /203\.0\.113\.9/);

    // A stream's first events come although it goes on.
    const stream = await ask(at, `/api/v1/battles/${battle}/events?since=0`, { headers: { Accept: 'text/event-stream' }, onPart: (text, asked) => text.includes('battle_created') && asked.destroy() }).catch((error) => error);
    assert.match(stream.text ?? String(stream), /battle_created/);
    assert.equal((await ask(at, `/api/v1/battles/${battle}/events?since=0&wait=1`)).status, 200);
  });
