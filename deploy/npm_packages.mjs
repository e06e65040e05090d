// Puts the npm packages that are installed in FROM into FOLDER, another copy of it, and makes its lock file name them there, so that `npm ci` needs no
// registry for them: node deploy/npm_packages.mjs FROM FOLDER. Of packages that are for one system only there are those of this one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [from, folder] = process.argv.slice(2);
const npm = (...args) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
const cache = join(npm('config', 'get', 'cache'), '_cacache/content-v2');
const lock = JSON.parse(readFileSync(join(from, 'package-lock.json'), 'utf8'));

/** In npm's cache a package stands under what it hashes to. */
function cached(integrity) {
  const [, algorithm, digest] = /^(sha\d+)-(\S+)/.exec(integrity);
  const hex = Buffer.from(digest, 'base64').toString('hex');
  return join(cache, algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4));
}

/** The file of a package; npm brings what its cache has lost. */
function tarballOf(name, { version, resolved, integrity }) {
  if (resolved?.startsWith('file:')) return join(from, resolved.slice('file:'.length));
  const file = cached(integrity);
  if (!existsSync(file)) npm('cache', 'add', `${name}@${version}`);
  return file;
}

mkdirSync(join(folder, 'npm-packages'), { recursive: true });
for (const [path, found] of Object.entries(lock.packages)) {
  if (!found.integrity || !existsSync(join(from, path))) continue;
  const name = found.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const tarball = `npm-packages/${name.replace('/', '-')}-${found.version}.tgz`;
  copyFileSync(tarballOf(name, found), join(folder, tarball));
  found.resolved = `file:${tarball}`;
}
writeFileSync(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
