// A seat's ladder: hashes that only its holder knows, shown one at a time from the bottom up, each bound to the one below it, which all know
// already (protocol/README.md, "Shared dice"). Nobody can be made to show another rung than the one that was promised.

import { canonical } from './chain.js';
import { bytesOf, fromHex, hmac, joined, sha256, toHex, u32, type Bytes } from './proof.js';
import type { Json } from './types.js';

/** So many shares a ladder has. */
export const rungsOfLadder = 1024;
const stride = 32; // so few hashes away from a kept one is each

/** The topmost rung of a new ladder: 64 hex digits. */
export function drawnLadder(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)));
}

/** The rung below `rung` on the ladder of this seat in the battle that began with `start`, H(0). */
export function rungBelow(start: Bytes, seat: string, rung: Bytes): Promise<Bytes> {
  return sha256(bound('muster/share/2', start, seat), rung);
}

/** What binds a seat to a choice that it does not show yet: hex. `rung`: the one that will open it. */
export async function sealOf(rung: Bytes, start: Bytes, seat: string, decision: number, choice: Json): Promise<string> {
  return toHex(await hmac(rung, bound('muster/seal/2', start, seat), u32(decision), canonical(choice)));
}

/** As its holder has it. */
export class Ladder {
  private constructor(
    private readonly start: Bytes,
    private readonly seat: string,
    private readonly kept: Bytes[], // x[0], x[32], …
  ) {}

  /** `secret`: the topmost rung, as drawn. Works out all of it: a thousand hashes. Throws if it is none. */
  static async of(start: Bytes, seat: string, secret: string): Promise<Ladder> {
    let rung = fromHex(secret);
    if (!rung) throw new TypeError('a ladder begins with 64 hex digits');
    const kept = [rung];
    for (let at = rungsOfLadder; at > 0; --at) {
      rung = await rungBelow(start, seat, rung);
      if ((at - 1) % stride === 0) kept.push(rung);
    }
    return new Ladder(start, seat, kept.reverse());
  }

  /** x[0], which all are shown before the first die that depends on it: hex. */
  get foot(): string {
    return toHex(this.kept[0]!);
  }

  /** x[i] for 1 to 1024. */
  async rung(i: number): Promise<Bytes> {
    const above = Math.ceil(i / stride);
    let rung = this.kept[above]!;
    for (let at = above * stride; at > i; --at) rung = await rungBelow(this.start, this.seat, rung);
    return rung;
  }
}

function bound(purpose: string, start: Bytes, seat: string): Bytes {
  return joined([bytesOf(purpose), start, bytesOf(`${seat}\0`)]);
}
