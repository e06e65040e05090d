// What a device draws for a seat before it asks for it.

// Nobody, the server's operator included, can know the dice before both seats have brought theirs.
/** 32 hex digits. */
export function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** For a seat that is not given by the server but taken: with take(), or in a rematch. */
export function randomToken(): string {
  return `t${randomNonce()}`;
}
