import { fingerprintOf } from 'muster-client';

/** Of a server's key in hex, for people to compare; where the browser computes none, how the key begins. */
export async function fingerprint(key: string): Promise<string> {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return globalThis.crypto?.subtle ? fingerprintOf(bytes) : key.slice(0, 20);
}
