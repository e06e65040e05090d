// Builds what stands at /embed/BATTLE: one small script and its document, which have nothing of the other pages, and must stay light (tests/web/embed.spec.ts).
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Muster</title>
    <script type="module" src="/embed.js"><\/script>
  </head>
  <body>
    <main id="battle"></main>
  </body>
</html>
`;

async function built() {
  const { output } = await build({
    root: here('.'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', modulePreload: false, rollupOptions: { input: here('src/embed.ts'), output: { format: 'es', chunkFileNames: 'assets/embed-[name]-[hash:7].js' } } },
  });
  return output;
}

export function embed() {
  return {
    name: 'embed',
    apply: (_config, { mode }) => mode !== 'anywhere', // it is a server's
    enforce: 'post',
    generateBundle: {
      order: 'post', // by then the documents are there
      async handler(options, bundle) {
        if (!bundle['index.html']) return; // what prerender.mjs builds has none
        for (const { isEntry, fileName, code } of await built()) this.emitFile({ type: 'asset', fileName: isEntry ? 'embed.js' : fileName, source: code });
        this.emitFile({ type: 'asset', fileName: 'embed.html', source: html });
      },
    },
  };
}
