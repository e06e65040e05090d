// What `npm pack` makes of the SDK is a package that works in a project that has nothing else: in Node, in a bundler, under strict TypeScript.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { startServer } from './support.mjs';

const clients = fileURLToPath(new URL('../../clients/', import.meta.url));

function run(folder, program, ...words) {
  try {
    return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')}:\n${error.stdout}${error.stderr}`);
  }
}

/** Packs the SDK as it is in the repository: its sources, and nothing that was built. */
function pack(folder) {
  const js = join(folder, 'clients/js');
  cpSync(join(clients, 'js'), js, { recursive: true, filter: (path) => !['dist', 'LICENSE'].includes(basename(path)) });
  cpSync(join(clients, '../LICENSE'), join(folder, 'LICENSE'));
  symlinkSync(join(clients, 'node_modules'), join(folder, 'clients/node_modules'));
  const [packed] = JSON.parse(run(js, 'npm', 'pack', '--json', '--silent'));
  return { tarball: join(js, packed.filename), files: packed.files.map(({ path }) => path) };
}

test('the package is built when it is packed, and installs into an empty project', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-package-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { tarball, files } = pack(folder);
  for (const file of ['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts', 'dist/node.js', 'dist/message.js', 'dist/table/index.js'])
    assert.ok(files.includes(file), `${file} is missing among ${files}`);
  assert.deepEqual(files.filter((path) => path.startsWith('src/') || path.startsWith('examples/')), []);

  // What it depends on comes from this repository's own packages, as there may be no network.
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const dependencies = ['ws', 'canonicalize'].map((name) => join(clients, 'node_modules', name));
  run(project, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', '--install-links', tarball, ...dependencies);

  await t.test('in Node', async (t) => {
    const server = await startServer(t);
    const program = `
      import { Muster } from 'muster-client';
      import { tellMessage } from 'muster-client/message';
      import * as table from 'muster-client/table';
      const muster = new Muster(process.argv[2]);
      const rulesets = await muster.rulesets();
      muster.close();
      console.log(rulesets.length, typeof tellMessage, Object.keys(table).length > 0);`;
    writeFileSync(join(project, 'use.mjs'), program);
    assert.match(run(project, process.execPath, 'use.mjs', server.url), /^[1-9][0-9]* function true\n$/);
  });

  await t.test('in a bundler for pages, which brings no WebSocket of its own', () => {
    writeFileSync(join(project, 'page.js'), "import { Muster } from 'muster-client'; window.muster = new Muster(location.origin);");
    run(project, join(clients, 'node_modules/.bin/esbuild'), 'page.js', '--bundle', '--platform=browser', '--format=esm', '--outfile=page.bundle.js');
    const bundle = readFileSync(join(project, 'page.bundle.js'), 'utf8');
    assert.match(bundle, /Muster = class|class Muster/);
    assert.doesNotMatch(bundle, /node_modules\/ws\//);
  });

  await t.test('under strict TypeScript', () => {
    writeFileSync(join(project, 'use.ts'), "import { Muster } from 'muster-client';\nexport const muster: Muster = new Muster('http://127.0.0.1:8080');\n");
    const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext'];
    run(project, process.execPath, join(clients, 'node_modules/typescript/bin/tsc'), ...strict, 'use.ts');
  });
});
