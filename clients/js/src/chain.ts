// The chains of a battle, of what was decided (H) and of what was shown (R), and the server's signature below both (protocol/README.md,
// "The chain").

import canonicalize from 'canonicalize';

import { bytesOf, fromHex, joined, sha256, toHex, u32, type Bytes } from './proof.js';
import type { BattleEvent, BattleRecord, Json, SignedHead } from './types.js';

/** The one text of RFC 8785 (JCS) that a JSON value has. */
export const canonical = (json: Json) => bytesOf(canonicalize(json) ?? '');

type Beginning = Pick<BattleRecord, 'battle' | 'ruleset' | 'ruleset_version' | 'setup' | 'title' | 'options'>;

/** H(0). `key`: the server's; null in battles of the time before muster/2. */
export function chainStart(beginning: Beginning, commitment: Bytes, key: Bytes | null): Promise<Bytes> {
  const { battle, ruleset, ruleset_version, setup, title, options = null } = beginning;
  const named = (version: string) => bytesOf(`${version}\0${battle}\0${ruleset}@${ruleset_version}\0`);
  if (!key) return sha256(named('muster/1'), commitment, canonical(setup));
  return sha256(named('muster/2'), key, commitment, canonical({ options, setup, title }));
}

export class Chains {
  /** H */
  decided: Bytes;
  private inputs = 0;
  private shownBefore: Bytes;
  private readonly shown: Json[] = []; // what followed from the latest input

  constructor(private readonly start: Bytes) {
    this.decided = start;
    this.shownBefore = start;
  }

  async decide(hashed: Json): Promise<void> {
    this.shownBefore = await this.allShown();
    this.shown.length = 0;
    this.decided = await sha256(this.decided, canonical(hashed));
    this.inputs += 1;
  }

  show({ event, data }: BattleEvent): void {
    this.shown.push({ data, event });
  }

  /** R */
  async allShown(): Promise<Bytes> {
    return this.inputs === 0 ? this.shownBefore : sha256(this.shownBefore, canonical(this.shown));
  }

  /** Whether this is the server's word for where they end. */
  async isSigned(signature: unknown, key: Bytes): Promise<boolean> {
    return isSigned(joined([bytesOf('muster/head/2'), this.start, u32(0), u32(this.inputs), this.decided, await this.allShown()]), signature, key);
  }
}

/** Whether a head that came from a server is its word; `start`: H(0) of the battle that it should be of; `step`: of the shares that it came with. */
export async function isHeadSigned(start: Bytes, { inputs, chain, shown, signature }: SignedHead, key: Bytes, step = 0): Promise<boolean> {
  const [decided, told] = [fromHex(chain), fromHex(shown)];
  return !!decided && !!told && isSigned(joined([bytesOf('muster/head/2'), start, u32(step), u32(inputs), decided, told]), signature, key);
}

/** Whether the holder of the key (a point of P-256) has signed it. */
export async function isSigned(text: Bytes, signature: unknown, key: Bytes): Promise<boolean> {
  const bytes = fromHex(signature, 64);
  if (!bytes) return false;
  try {
    const point = await crypto.subtle.importKey('raw', key, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, point, bytes, text);
  } catch {
    return false; // no point of the curve
  }
}

/** The first 8 bytes of the key's hash, for people to compare. */
export async function fingerprintOf(key: Bytes): Promise<string> {
  const hash = await sha256(key);
  return (toHex(hash.subarray(0, 8)).match(/.{4}/g) ?? []).join(' ');
}
