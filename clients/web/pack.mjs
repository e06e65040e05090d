// Turns the built client into one C++ file that musterd is linked with: node pack.mjs DIST OUT.cpp
// Every file is there as it is and compressed, so that the server only has to choose.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const [dist, out] = process.argv.slice(2);
const folder = dirname(out);
const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile())
  .map((each) => relative(dist, join(each.parentPath ?? each.path, each.name)))
  .filter((each) => extname(each) in types) // .woff is for browsers that know no .woff2: none that this client runs in
  .sort();

const parts = [];
const rows = [];
function part(bytes) {
  const name = `part_${parts.length}`;
  mkdirSync(join(folder, 'parts'), { recursive: true });
  writeFileSync(join(folder, 'parts', name), bytes);
  parts.push(`constexpr char ${name}[] = {\n#embed "parts/${name}"\n};`);
  return `std::string_view(${name}, sizeof ${name})`;
}

for (const file of files) {
  const bytes = readFileSync(join(dist, file));
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const squeezed = ['.woff2', '.png'].includes(extname(file)) ? [] : [brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }), gzipSync(bytes, { level: 9 })];
  const [br, gz] = squeezed.map((each) => (each.length < bytes.length ? part(each) : '{}'));
  rows.push(`    {"/${file}", "${types[extname(file)]}", "${etag}", ${part(bytes)}, ${br ?? '{}'}, ${gz ?? '{}'}},`);
}

writeFileSync(
  out,
  `// Made by clients/web/pack.mjs.
#include "server/http/web_assets.hpp"

namespace muster::server {

namespace {
${parts.join('\n')}

constexpr WebAsset assets[] = {
${rows.join('\n')}
};
}  // namespace

std::span<const WebAsset> web_assets() { return assets; }

}  // namespace muster::server
`,
);
