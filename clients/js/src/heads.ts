// How a battle begins and what its server signs, beside what is kept of it: which contradicts which; and how much is kept.

import { chainStart, isHeadSigned } from './chain.js';
import { firstDifference } from './difference.js';
import { keptLaddersMax, type BattleStart, type KeptSeat } from './mine.js';
import { problem, type Problem } from './problem.js';
import { fromHex, type Bytes } from './proof.js';
import type { SignedHead } from './types.js';

const keptInputsMax = 1000;
const keptChoicesMax = 256 * 1024; // characters

/** Forgets the earliest of what was sent, if it is too much. */
export function bounded(kept: KeptSeat): KeptSeat {
  const sent = kept.sent ?? [];
  let characters = 0;
  let from = sent.length;
  while (from > 0 && sent.length - from < keptInputsMax) {
    characters += JSON.stringify(sent[from - 1]?.choice ?? null).length;
    if (characters > keptChoicesMax) break;
    --from;
  }
  if (from === 0) return kept;
  const since = sent.slice(0, from).reduce((last, each) => Math.max(last, each.decision ?? 0), kept.since ?? 0);
  return { ...kept, since, sent: sent.slice(from) };
}

/** Takes in how a battle begins by what is said now; what is wrong if it began otherwise for this device. */
export function takeStart(kept: KeptSeat, start: BattleStart): Problem | null {
  if (!kept.start) {
    kept.start = start;
    return null;
  }
  const found = firstDifference(start, kept.start, '');
  if (!found) return null;
  const [now = '', before = ''] = found.values;
  return problem(found.path, 'other_start', String(before), String(now));
}

/** Signatures are drawn at random: of one head there may be several. */
export function isSameHead(a: SignedHead, b: SignedHead): boolean {
  return a.inputs === b.inputs && a.chain === b.chain && a.shown === b.shown;
}

/**
 * Takes in a head that was signed: the pin moves forward, or the head contradicts it. `floor`: how many inputs there had been already when this was asked.
 */
export function takeHead(kept: KeptSeat, head: SignedHead, floor: number): Problem | null {
  const { pin } = kept;
  if (!pin) {
    kept.pin = head;
    return null;
  }
  if (head.inputs === pin.inputs && !isSameHead(head, pin)) {
    kept.against ??= head;
    return problem('', 'two_heads', head.inputs);
  }
  if (head.inputs < floor) {
    kept.against ??= head;
    return problem('', 'went_back', floor, head.inputs);
  }
  if (head.inputs > pin.inputs && !kept.against) kept.pin = head;
  return null;
}

/** Whether it was noted which of its ladders were brought to the battle. An empty list says no more than none, as the program `muster` reads it. */
export function notesPutIn({ put_in }: KeptSeat): boolean {
  return !!put_in?.length;
}

/** Of its ladders those that may have been brought to the battle: any, of a seat of which that was not noted. */
export function putInOf(kept: KeptSeat): string[] {
  return (notesPutIn(kept) ? kept.put_in : kept.ladders) ?? [];
}

/** Keeps another ladder; of too many the oldest fall away that were not brought: who does not have the one in force loses the battle by its clock. */
export function addLadder(kept: KeptSeat, secret: string): void {
  const putIn = putInOf(kept);
  const ladders = [...(kept.ladders ?? []).filter((each) => each !== secret), secret];
  let over = ladders.length - keptLaddersMax;
  kept.ladders = ladders.filter((each) => each === secret || putIn.includes(each) || over-- <= 0);
  if (putIn.length > 0) kept.put_in = putIn;
  else delete kept.put_in;
}

/** Keeps another ladder, which is about to be brought to the battle. */
export function putInLadder(kept: KeptSeat, secret: string): void {
  const putIn = putInOf(kept);
  addLadder(kept, secret);
  kept.put_in = [...new Set([...putIn, secret])];
}

/** H(0); null: it is not known how the battle began. */
export async function startOf({ battle, start }: Pick<KeptSeat, 'battle' | 'start'>): Promise<Bytes | null> {
  const key = fromHex(start?.server_key, 65);
  const commitment = fromHex(start?.commitment);
  return start && key && commitment ? chainStart({ battle, ...start }, commitment, key) : null;
}

/** Whether the server's key has signed it, for the battle that is kept, and for that step if it came with a request for a share. */
export async function isSignedFor(kept: KeptSeat, head: SignedHead & { step?: number }): Promise<boolean> {
  const start = await startOf(kept);
  const key = fromHex(kept.start?.server_key, 65);
  return !!start && !!key && isHeadSigned(start, head, key, head.step);
}
