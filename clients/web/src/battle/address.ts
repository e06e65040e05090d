// What a fragment of /b/ID says: a seat's token, or a moment of the battle.
export function tokenIn(fragment: string): string | null {
  return /^[A-Za-z0-9_-]{22,}$/.test(fragment) && !/^\d+$/.test(fragment) ? fragment : null;
}

export function momentIn(fragment: string): number | null {
  return /^\d{1,9}$/.test(fragment) ? Number(fragment) : null;
}

/** A random number of one's own for the dice: 32 hex digits. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
