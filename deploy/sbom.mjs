// The bill of materials as CycloneDX: everything that is in musterd and muster and was not made here.
//   node deploy/sbom.mjs BUILD >FILE
// Debian: the packages of the libraries they load and of every header they were compiled with. npm: all of the lock file; what
// the pages contain, or the SDK needs, is "required", and what only builds or tests them "excluded".
import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = fileURLToPath(new URL('..', import.meta.url));
const clients = join(top, 'clients');
const build = resolve(process.argv[2] ?? join(top, 'build'));
const programs = ['server/musterd', 'clients/cli/muster'];

const run = (program, ...args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\n').map((line) => line.trim()).filter((line) => line !== '');

function loadedLibraries() {
  return programs.flatMap((program) => lines(run('ldd', join(build, program)))).map((line) => /(\/\S+) \(0x/.exec(line)?.[1]).filter(Boolean);
}

// Ninja knows which headers every object was made from, and which objects and libraries a program is linked from.
function headersAndArchives() {
  const inputs = lines(run('ninja', '-C', build, '-t', 'inputs', ...programs));
  const objects = inputs.filter((input) => input.endsWith('.o'));
  const headers = lines(run('ninja', '-C', build, '-t', 'deps', ...objects)).filter((line) => line.startsWith('/'));
  return [...headers, ...inputs.filter((input) => /^\/.*\.(a|so)/.test(input))];
}

// dpkg knows a file under the name its package has it by, which /lib -> /usr/lib may hide.
function debianPackages(files) {
  const names = new Set();
  for (const file of new Set(files)) for (const name of [file, realpathSync(file)]) names.add(name).add(name.replace(/^\/usr/, ''));
  const outside = [...names].filter((name) => !name.startsWith(top) && !name.startsWith(build));
  const found = new Set();
  for (let i = 0; i < outside.length; i += 500) {
    let text;
    try {
      text = run('dpkg', '-S', ...outside.slice(i, i + 500));
    } catch (error) {
      text = error.stdout; // some names are nobody's: the others are told nevertheless
    }
    for (const line of lines(text)) if (!line.startsWith('diversion')) for (const name of line.split(': /')[0].split(', ')) found.add(name);
  }
  return lines(run('dpkg-query', '-W', '-f=${Package} ${Version} ${Architecture}\n', ...found)).map((line) => {
    const [name, version, architecture] = line.split(' ');
    return { type: 'library', name, version, scope: 'required', purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}&distro=debian-12` };
  });
}

// What Rollup puts into the pages, from its own list of modules.
async function bundledPackages() {
  const { build: bundle } = await import(pathToFileURL(join(clients, 'node_modules/vite/dist/node/index.js')).href); // by its place: Node.js 18 would be given another that has no build()
  const modules = new Set();
  const listing = {
    name: 'list-modules',
    generateBundle(_, bundle) {
      for (const id of this.getModuleIds()) modules.add(id.replace(/^\0/, '').split('?')[0]);
      for (const file of Object.values(bundle)) for (const name of file.originalFileNames ?? []) modules.add(name); // fonts are no modules
    },
  };
  await bundle({ root: join(clients, 'web'), configFile: join(clients, 'web/vite.config.js'), logLevel: 'silent', build: { write: false }, plugins: [listing] });
  return new Set([...modules].map((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1]).filter(Boolean));
}

async function npmPackages() {
  const lock = JSON.parse(readFileSync(join(clients, 'package-lock.json'), 'utf8'));
  const bundled = await bundledPackages();
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .map(([path, { version, license, integrity, dev }]) => {
      const name = path.replace(/.*node_modules\//, '');
      const [, algorithm, digest] = /^(sha512|sha384|sha256)-(.*)$/.exec(integrity ?? '') ?? [];
      return {
        type: 'library',
        name,
        version,
        scope: !dev || bundled.has(name) ? 'required' : 'excluded',
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
        ...(license ? { licenses: [{ expression: license }] } : {}),
        ...(digest ? { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }] } : {}),
      };
    });
}

const version = /project\(muster VERSION ([\d.]+)/.exec(readFileSync(join(top, 'CMakeLists.txt'), 'utf8'))[1];
const components = [...debianPackages([...loadedLibraries(), ...headersAndArchives()]), ...(await npmPackages())];
components.sort((a, b) => (a.purl < b.purl ? -1 : 1));
for (const each of components) each['bom-ref'] = each.purl;
const main = { type: 'application', 'bom-ref': 'muster', name: 'muster', version, licenses: [{ license: { id: 'MIT' } }] };
process.stdout.write(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: main },
      components,
      dependencies: [{ ref: 'muster', dependsOn: components.filter((each) => each.scope === 'required').map((each) => each.purl) }],
    },
    null,
    2,
  ) + '\n',
);
