// The keys by which a device signs what a seat decides, so that nobody else can have made it (protocol/README.md, "Seats that sign").

import { startOf } from './heads.js';
import { keptLaddersMax, type KeptSeat } from './mine.js';
import { fromHex, toHex, type Bytes } from './proof.js';
import { seatStatement } from './seat_signatures.js';
import type { JsonObject } from './types.js';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const privateDigits = 64;

const base64url = (bytes: Bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const bytesOfBase64url = (text: string): Bytes => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** Draws a key: its private half (64 hex digits) and its public one. */
export async function drawnKey(): Promise<string> {
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { d = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  return `${toHex(bytesOfBase64url(d))}04${toHex(bytesOfBase64url(x))}${toHex(bytesOfBase64url(y))}`;
}

/** Keeps another key; the oldest fall away. */
export function addKey(kept: KeptSeat, drawn: string): void {
  kept.keys = [...(kept.keys ?? []), drawn].slice(-keptLaddersMax);
}

/** The public half of the last that was drawn. */
export function lastKey({ keys = [] }: KeptSeat): string | undefined {
  const last = keys.at(-1);
  return last && publicHalf(last);
}

function publicHalf(key: string): string {
  return key.slice(privateDigits);
}

/** Whether this device has the key with that public half. */
export function hasKey({ keys = [] }: KeptSeat, key: string): boolean {
  return key !== '' && keys.some((each) => publicHalf(each) === key);
}

/** The signature of an input of the seat by the key with that public half; undefined: this device does not have it. */
export async function signatureOf(kept: KeptSeat, seat: string, key: string, input: JsonObject): Promise<string | undefined> {
  const drawn = kept.keys?.find((each) => publicHalf(each) === key);
  const start = drawn && (await startOf(kept));
  if (!drawn || !start) return undefined;
  const [d, x, y] = [drawn.slice(0, privateDigits), drawn.slice(privateDigits + 2, privateDigits + 66), drawn.slice(privateDigits + 66)].map((half) => base64url(fromHex(half)!));
  const signer = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', d: d!, x: x!, y: y! }, algorithm, false, ['sign']);
  return toHex(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, signer, seatStatement(start, seat, input))));
}
