import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// MUSTER_WEB_OUT: where the built client goes (CMake's build folder; dist without it).
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [svelte()],
  // The SDK is taken from its sources: one build, and no stale dist.
  resolve: { alias: { 'muster-client': fileURLToPath(new URL('../js/src/index.ts', import.meta.url)) } },
  build: {
    outDir: process.env.MUSTER_WEB_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // it would be an inline script
    assetsInlineLimit: 0, // data: URLs are not in the page's Content-Security-Policy
  },
});
