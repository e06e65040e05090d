// What a device was told of a battle, event by event, as digests against which the same battle is held when it is told again, or published
// (protocol/README.md, "What a device keeps").

import { canonical } from './chain.js';
import { keptHeardMax, type Heard, type KeptSeat } from './mine.js';
import { problem, type Problem } from './problem.js';
import { sha256, toHex, type Bytes } from './proof.js';
import type { BattleEvent } from './types.js';

const talk = 'said'; // spectators hear it without what seats say among themselves

type Kept = Pick<KeptSeat, 'heard'>;

export class Hearing {
  private digest: Bytes | null; // null: something was missed
  private seq = 0;
  private isOver = false;

  /** `start`: H(0) */
  constructor(private readonly start: Bytes) {
    this.digest = start;
  }

  /**
   * The next event, or the first: then it begins anew. If one was missed, nothing more is known until then; and what is told after the battle's end is in no record,
   * and not heard here. A problem: the device was told otherwise before.
   */
  async hear({ at, data, event, seq }: BattleEvent, { heard = [] }: Kept): Promise<Problem | null> {
    if (seq === 1) [this.digest, this.isOver] = [this.start, false];
    else if (!this.isOver && seq !== this.seq + 1) this.digest = null;
    if (this.isOver) return null;
    this.seq = seq;
    this.isOver = event === 'battle_ended';
    if (!this.digest) return null;
    if (event !== talk) this.digest = await sha256(this.digest, canonical({ at, data, event, seq }));
    const here = heard.findIndex((each) => each.seq === seq);
    return here >= 0 && heard[here]!.digest !== toHex(this.digest) ? otherwise(heard, here) : null;
  }

  /** Whether keep() would change anything. */
  isKept({ heard = [] }: Kept): boolean {
    return !this.digest || this.seq === 0 || heard.some(({ seq }) => seq === this.seq);
  }

  /** Keeps how far it has heard. Of two that contradict, the earlier stays. */
  keep(kept: Kept): void {
    if (!this.isKept(kept)) kept.heard = thinned(sorted([...(kept.heard ?? []), { seq: this.seq, digest: toHex(this.digest!) }]));
  }
}

/** Takes in how far another device has heard. */
export function mergeHeard(kept: Kept, theirs: readonly Heard[]): Problem | null {
  const ours = kept.heard ?? [];
  const digestOf = new Map(ours.map(({ seq, digest }) => [seq, digest]));
  const all = sorted([...ours, ...theirs.filter(({ seq }) => !digestOf.has(seq))]);
  if (all.length > 0) kept.heard = thinned(all);
  const other = theirs.find(({ seq, digest }) => (digestOf.get(seq) ?? digest) !== digest);
  return other ? otherwise(all, all.findIndex(({ seq }) => seq === other.seq)) : null;
}

/** What of a record is not as it was told. */
export async function toldProblem(events: readonly BattleEvent[], start: Bytes, kept: Kept): Promise<Problem | null> {
  const { heard = [] } = kept;
  if (heard.length === 0) return null;
  const hearing = new Hearing(start);
  for (const [index, event] of events.entries()) {
    const found = await hearing.hear(event, kept);
    if (found) return { ...found, path: `/events/${index}` };
  }
  const missing = heard.find(({ seq }) => seq > events.length);
  return missing ? problem(`/events/${events.length - 1}`, 'other_story', events.length, missing.seq) : null;
}

function otherwise(heard: readonly Heard[], index: number): Problem {
  return problem('', 'other_story', heard[index - 1]?.seq ?? 0, heard[index]!.seq);
}

const sorted = (heard: Heard[]) => heard.sort((a, b) => a.seq - b.seq);

/** Of too many every second goes, but the last. */
function thinned(heard: Heard[]): Heard[] {
  return heard.length <= keptHeardMax ? heard : thinned(heard.filter((_, index) => index % 2 === 0 || index === heard.length - 1));
}
