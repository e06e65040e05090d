// Modules of the web client, without a browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

import { WebSocket } from './support.mjs';

const web = new URL('../../clients/web/', import.meta.url);

/** Loads a module by its path in the client's sources. */
export async function webModules() {
  // What the modules find in a browser.
  Object.assign(globalThis, { WebSocket, location: new URL('http://localhost/'), localStorage: { getItem: () => null }, addEventListener: () => {} });
  const { createServer } = await import(new URL('../node_modules/vite/dist/node/index.js', web));
  const cacheDir = mkdtempSync(join(tmpdir(), 'muster-vite-'));
  const vite = await createServer({
    configFile: fileURLToPath(new URL('vite.config.js', web)),
    appType: 'custom',
    cacheDir,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  after(async () => {
    await vite.close();
    rmSync(cacheDir, { recursive: true, force: true });
  });
  return (path) => vite.ssrLoadModule(`/src/${path}`);
}
