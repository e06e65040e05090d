// Builds the service worker: a file of its own, since browsers run one that imports another only lately.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

import { texts } from './texts_plugin.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

export function worker() {
  return {
    name: 'worker',
    enforce: 'post',
    generateBundle: {
      order: 'post', // by then the documents are there
      async handler(options, bundle) {
        if (!bundle['index.html']) return; // what prerender.mjs builds has no worker
        const { output } = await build({
          root: here('.'),
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          plugins: [texts()],
          build: { write: false, target: 'es2022', rollupOptions: { input: here('src/worker.js'), output: { format: 'iife' } } },
        });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: output[0].code });
      },
    },
  };
}
