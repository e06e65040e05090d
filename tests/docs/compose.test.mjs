// The compose files, as far as they can be looked at without Docker: what they set is what the server has settings for, with values that it takes; what they
// name is there; and Caddy reads its files.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import yaml from '../../clients/node_modules/js-yaml/index.js';

const folder = fileURLToPath(new URL('../../deploy/compose', import.meta.url));
const musterd = join(process.env.BUILD, 'server/musterd');
const outside = { MUSTER_HOST: 'muster.example.org', MUSTER_WATCH_HOST: 'watch.example.org', MUSTER_DB_PASSWORD: 'geheim' };
const PATH = process.env.PATH;

/** What compose puts in the place of ${NAME} and ${NAME:?why it is missing}. */
const filled = (text) =>
  String(text).replace(/\$\{(\w+)(:\?[^}]*)?\}/g, (_, name) => {
    assert.ok(name in outside, `${name} is not set`);
    return outside[name];
  });
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
const composed = (file) => yaml.load(readFileSync(join(folder, file), 'utf8'));
const environmentOf = (service) =>
  Array.isArray(service.environment) ? service.environment.map((each) => [each, outside[each]]) : Object.entries(service.environment ?? {}).map(([name, value]) => [name, filled(value)]);

test('there are a file for one server and one for several', () => assert.deepEqual(files.sort(), ['compose.yaml', 'nodes.yaml']));

for (const file of files) {
  test(`what ${file} sets are settings, with values that the server takes`, () => {
    const servers = Object.entries(composed(file).services).filter(([, service]) => service.image === 'muster');
    assert.ok(servers.length > 0);
    for (const [name, service] of servers) {
      const environment = Object.fromEntries(environmentOf(service));
      const { status, stdout, stderr } = spawnSync(musterd, ['--print-config'], { encoding: 'utf8', env: { PATH, MUSTER_LISTEN: '0.0.0.0:8080', ...environment } });
      assert.equal(status, 0, `${name}: ${stderr}`);
      assert.equal(stderr, '', name); // a variable that is no setting is told here
      for (const variable of Object.keys(environment).filter((each) => each.startsWith('MUSTER_')))
        assert.match(stdout, new RegExp(`^${variable.slice('MUSTER_'.length).toLowerCase().replaceAll('_', '-')} = .*${variable}`, 'm'), `${name} ${variable}`);
      assert.ok(!stdout.includes(outside.MUSTER_DB_PASSWORD), name);
    }
  });

  test(`what ${file} names is there`, () => {
    const { services, volumes } = composed(file);
    for (const [name, service] of Object.entries(services)) {
      const needed = service.depends_on ?? [];
      for (const each of Array.isArray(needed) ? needed : Object.keys(needed)) assert.ok(each in services, `${name} depends on ${each}`);
      for (const volume of service.volumes ?? []) {
        const from = volume.split(':')[0];
        assert.ok(from.startsWith('.') ? existsSync(join(folder, from)) : from in volumes, `${name} has ${from}`);
      }
    }
  });
}

for (const [composeFile, caddyFile] of [['compose.yaml', 'Caddyfile'], ['nodes.yaml', 'nodes.Caddyfile']]) {
  const here = spawnSync('caddy', ['version']).status === 0;
  test(`Caddy reads ${caddyFile}, and sends to servers of ${composeFile}`, { skip: here ? false : 'no caddy here' }, () => {
    const out = execFileSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', join(folder, caddyFile)], { encoding: 'utf8', env: { PATH, HOME: '/tmp', ...outside }, stdio: ['ignore', 'pipe', 'ignore'] });
    const dialled = [...new Set([...out.matchAll(/"dial":"([^":]+):/g)].map(([, host]) => host))];
    assert.ok(dialled.length > 0);
    for (const host of dialled) assert.ok(host in composed(composeFile).services, host);
  });
}
