// The OpenAPI document as strangers use it: a linter finds nothing in it, and a client made of types that are generated from it plays.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startServer } from './support.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(here('../../clients/js/package.json'));
const { createConfig, lintFromString } = require('@redocly/openapi-core');
const documentOf = async ({ url }) => (await fetch(`${url}/api/v1/openapi.json`)).text();

async function problemsOf(source) {
  const config = await createConfig({ extends: ['recommended'] });
  return (await lintFromString({ source, config })).map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0].pointer})`);
}

test('a linter finds nothing in the OpenAPI document, not even what might be better', async (t) => {
  const source = await documentOf(await startServer(t));
  assert.deepEqual(await problemsOf(source), []);
  const worse = JSON.parse(source);
  delete worse.paths['/api/v1/odds'].post.operationId;
  assert.match((await problemsOf(JSON.stringify(worse)))[0], /operationId/); // it does look
});

/** Schemas that say nothing of a value, and where they stand. */
function emptySchemas(part, path = '#') {
  if (typeof part !== 'object' || part === null) return [];
  const found = Object.entries(part).flatMap(([key, each]) => emptySchemas(each, `${path}/${key}`));
  const says = Array.isArray(part) || /\/(properties|security\/0)$/.test(path) || Object.keys(part).length > 0;
  const open = part.type === 'object' && part.properties === undefined && part.additionalProperties === undefined && !path.endsWith('/properties');
  return says && !open ? found : [...found, path];
}

test('every schema of the OpenAPI document says something, and each kind of every ruleset has its own', async (t) => {
  const server = await startServer(t);
  const { paths, components } = JSON.parse(await documentOf(server));
  assert.deepEqual(emptySchemas({ paths, components }), []);
  for (const operations of Object.values(paths))
    for (const { operationId, security, responses } of Object.values(operations)) {
      assert.ok(Array.isArray(security), operationId);
      assert.ok(Object.keys(responses).some((status) => status.startsWith('4')), operationId);
    }
  const { rulesets } = await (await fetch(`${server.url}/api/v1/rulesets`)).json();
  for (const { id, choice_schemas, option_schemas } of rulesets) {
    assert.equal(option_schemas, undefined, 'lists stay short');
    const whole = await (await fetch(`${server.url}/api/v1/rulesets/${id}`)).json();
    assert.deepEqual(Object.keys(whole.option_schemas), Object.keys(choice_schemas));
    const without = ({ $schema: _, ...schema }) => schema;
    for (const kind of Object.keys(choice_schemas)) {
      assert.deepEqual(components.schemas[`${id}.${kind}.options`], without(whole.option_schemas[kind]));
      assert.deepEqual(components.schemas[`${id}.${kind}.choice`], without(choice_schemas[kind]));
    }
    assert.ok(Object.keys(whole.event_schemas).length > 0);
    for (const [event, schema] of Object.entries(whole.event_schemas)) assert.deepEqual(components.schemas[`${id}.event.${event}`], without(schema));
  }
});

test('a client of the types that are generated from the OpenAPI document compiles and plays a battle', async (t) => {
  const server = await startServer(t);
  const folder = mkdtempSync(join(tmpdir(), 'muster-openapi-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { default: typesOf, astToString } = await import('../../clients/node_modules/openapi-typescript/dist/index.mjs');
  writeFileSync(join(folder, 'api.ts'), astToString(await typesOf(await documentOf(server), { defaultNonNullable: false })));
  copyFileSync(here('types/openapi_player.ts'), join(folder, 'player.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  symlinkSync(here('../../clients/node_modules'), join(folder, 'node_modules'));
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const tsc = here('../../clients/node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, ...strict, join(folder, 'player.ts')], { stdio: 'pipe', encoding: 'utf8', cwd: folder });
  const said = execFileSync(process.execPath, [join(folder, 'player.js'), server.url], { encoding: 'utf8' });
  assert.match(said, /^armies \w+ \w+\n$/);
});
