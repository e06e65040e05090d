// Builds the service worker: a file of its own, since browsers run one that imports another only lately. Under `vite dev` it is built when it is
// asked for.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { texts } from './texts_plugin.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

async function built() {
  const { output } = await build({
    root: here('.'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [texts()],
    build: { write: false, target: 'es2022', rollupOptions: { input: here('src/worker.js'), output: { format: 'iife' } } },
  });
  return output[0].code;
}

export function worker() {
  return {
    name: 'worker',
    apply: (_config, { mode }) => mode !== 'anywhere', // a page from a folder may have none
    enforce: 'post',
    configureServer(server) {
      server.middlewares.use('/sw.js', async (_request, response, next) => {
        try {
          const code = await built();
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
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: await built() });
      },
    },
  };
}
