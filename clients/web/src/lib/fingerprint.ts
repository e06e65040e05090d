import { fingerprintOf } from 'muster-client';

import { t } from './i18n.svelte';

/** Of a server's key in hex, for people to compare; where the browser computes none (a page over plain HTTP), how the key begins, and that it is that. */
export async function fingerprint(key: string): Promise<string> {
  const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return globalThis.crypto?.subtle ? fingerprintOf(bytes) : t.common.key_begins({ key: key.slice(0, 20) });
}
