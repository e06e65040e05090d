// The same for Node: `ws` is the WebSocket, and WebCrypto is put where Node 18 has none.

import { webcrypto } from 'node:crypto';
import { WebSocket } from 'ws';
import { Muster as AnyMuster, type MusterOptions } from './muster.js';

export * from './index.js';

globalThis.crypto ??= webcrypto as Crypto;

export class Muster extends AnyMuster {
  constructor(server: string, options: MusterOptions = {}) {
    super(server, { WebSocket, ...options });
  }
}
