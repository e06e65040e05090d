// Puts into the built documents what they show before the program runs: node prerender.mjs DIST
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

import { pages } from './entry_pages.mjs';
import { languages } from './texts.mjs';

const dist = resolve(process.argv[2]);
const made = mkdtempSync(join(tmpdir(), 'muster-prerender-'));

/** One file, which is loaded anew for each page: its modules look at their page's address when they begin. By its name a module: nothing lies beside it that says so. */
async function buildProgram() {
  await build({
    configFile: fileURLToPath(new URL('vite.config.js', import.meta.url)),
    logLevel: 'warn',
    mode: 'prerender',
    build: { ssr: 'src/prerender.ts', outDir: made, rollupOptions: { output: { entryFileNames: 'prerender.mjs' } } },
    ssr: { noExternal: true },
  });
  return pathToFileURL(join(made, 'prerender.mjs'));
}

function filled(html, { body, title, whole }) {
  return html
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
    .replace('<div id="app">', () => `<div id="app"${whole ? ' data-whole' : ''}>${body}`);
}

try {
  const program = await buildProgram();
  // What modules look at when they begin, of what a browser has.
  Object.assign(globalThis, { addEventListener() {}, document: { documentElement: { dataset: {} } }, WebSocket: class {} });
  for (const [page, { address }] of Object.entries(pages)) {
    globalThis.location = new URL(address, 'http://localhost');
    const { prerendered } = await import(`${program}?${page}`);
    for (const language of Object.keys(languages)) {
      const document = join(dist, `${page}.${language}.html`);
      writeFileSync(document, filled(readFileSync(document, 'utf8'), await prerendered(language)));
    }
  }
} finally {
  rmSync(made, { recursive: true });
}
