// Builds the workers, each a file of its own: the service worker, since browsers run one that imports another only lately, and the one that runs the rules,
// since its response has a policy of its own. Under `vite dev` they are built when they are asked for.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { texts } from './texts_plugin.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
const workers = { 'sw.js': 'src/worker.js', 'rules_worker.js': 'src/study/worker.ts' };

/** The SDK's rules, from their sources. */
const rulesAlias = { find: /^@muster\/rules$/, replacement: here('../wasm/src/rules.ts') };

async function built(source) {
  const { output } = await build({
    root: here('.'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [texts()],
    resolve: { alias: [rulesAlias] },
    build: { write: false, target: 'es2022', rollupOptions: { input: here(source), output: { format: 'iife' } } },
  });
  return output[0].code;
}

export function worker() {
  return {
    name: 'worker',
    apply: (_config, { mode }) => mode !== 'anywhere', // a page from a folder may have none
    enforce: 'post',
    configureServer(server) {
      for (const [file, source] of Object.entries(workers))
        server.middlewares.use(`/${file}`, async (_request, response, next) => {
          try {
            const code = await built(source);
            response.setHeader('Content-Type', 'text/javascript').end(code);
          } catch (error) {
            next(error);
          }
        });
    },
    generateBundle: {
      order: 'post', // by then the documents are there
      async handler(options, bundle) {
        if (!bundle['index.html']) return; // what prerender.mjs builds has no worker
        for (const [fileName, source] of Object.entries(workers)) this.emitFile({ type: 'asset', fileName, source: await built(source) });
      },
    },
  };
}
