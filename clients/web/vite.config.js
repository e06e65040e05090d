import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

import { entryPages } from './entry_pages.mjs';
import { textGroupOf, texts } from './texts_plugin.mjs';
import { worker } from './worker_plugin.mjs';

// Which file a module goes to. Each file of its own is one more request before anything is seen: what every page needs is one, and what
// a page needs at once is another.
const chunks = {
  proof: /\/js\/src\/(verify|proof|course|shape|difference|problem)\b/,
  core: /\/node_modules\/(svelte|@messageformat|canonicalize)\/|\/js\/src\/(?!table\/(?!read))|\/src\/(main|App|lib|components|symbols|lobby\/(open|TakeSeat))\b/,
  lists: /\/src\/(lobby\/(?!Play)|start\/(setups|army|field))\b/,
  play: /\/src\/(lobby\/Play|start\/(create|draft|clock|pick|presets|forces))\b/,
  Start: /\/src\/(pages\/Start|start\/Fault)\b/,
  Battle: /\/js\/src\/table\/|\/src\/(pages\/Battle|battle\/(address|clock|live|naming|Join|SetupView))\b/,
};
const seldom = /QrCode/; // and much

function chunkOf(id) {
  const group = textGroupOf(id);
  if (group) return group;
  return seldom.test(id) ? undefined : Object.keys(chunks).find((name) => chunks[name].test(id));
}

function sdk(file) {
  return fileURLToPath(new URL(`../js/src/${file}`, import.meta.url));
}

// MUSTER_WEB_OUT: where the built client goes (CMake's build folder; dist without it).
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [texts(), svelte(), entryPages(), worker()],
  // The SDK is taken from its sources: one build, and no stale dist.
  resolve: {
    alias: [
      { find: /^muster-client$/, replacement: sdk('index.ts') },
      { find: /^muster-client\/table$/, replacement: sdk('table/index.ts') },
    ],
  },
  build: {
    outDir: process.env.MUSTER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // it would be an inline script
    cssCodeSplit: false, // all of it is smaller than what a request costs
    rollupOptions: { output: mode === 'prerender' ? { inlineDynamicImports: true } : { manualChunks: chunkOf } },
    assetsInlineLimit: 0, // data: URLs are not in the page's Content-Security-Policy
  },
}));
