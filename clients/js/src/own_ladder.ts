// The ladder from which a seat's shares come now: of those that this device has drawn, the one whose foot the battle shows.

import { startOf } from './heads.js';
import { Ladder, rungsOfLadder } from './ladder.js';
import type { BegunLadder, KeptSeat } from './mine.js';
import type { Bytes } from './proof.js';
import type { BattleEvent } from './types.js';

export class OwnLadder {
  private read = 0; // events
  private foot = '';
  /** By which the seat signs: the public half of a key; empty: it does not. */
  key = '';
  private after = 0; // the step after which it was put in
  private readonly shown = new Set<string>(); // feet that the battle has shown
  private sealed: { decision: number; seal: string } | null = null;
  private readonly known = new Map<string, Ladder>(); // by what was drawn
  /** Steps whose shares are in. */
  steps = 0;
  /** The server has put in a ladder that the seat had before. */
  isUsedAgain = false;

  constructor(private readonly seat: string) {}

  /** Looks at the first `end` of the events, which are those from before and some more. */
  reads(events: readonly BattleEvent[], end = events.length): void {
    for (const event of events.slice(this.read, end)) this.happens(event);
    this.read = Math.max(this.read, end);
  }

  private happens({ event, data }: BattleEvent): void {
    const { seat, ladder, key, step, decision, seal } = data as { seat?: unknown; ladder?: unknown; key?: unknown; step?: unknown; decision?: unknown; seal?: unknown };
    const isOwn = seat === this.seat;
    if (event === 'share_given') {
      this.steps = Number(step);
      if (isOwn) this.sealed = null;
    }
    if (event === 'choice_sealed' && isOwn) this.sealed = { decision: Number(decision), seal: String(seal) };
    if ((event === 'seat_taken' || event === 'ladder_renewed') && isOwn) this.enters(String(ladder), typeof key === 'string' ? key : this.key);
  }

  // One that is put in again has rungs that all have seen: then none is in force.
  private enters(foot: string, key: string): void {
    this.isUsedAgain = this.shown.has(foot);
    this.shown.add(foot);
    [this.foot, this.after, this.key] = [this.isUsedAgain ? '' : foot, this.steps, key];
  }

  /** The newest that was drawn here, if it was never put in; null: it was. */
  async fresh(kept: KeptSeat): Promise<Ladder | null> {
    const secret = kept.ladders?.at(-1);
    const ladder = secret === undefined ? null : await this.ladder(kept, secret);
    return ladder && !this.shown.has(ladder.foot) ? ladder : null;
  }

  /** The ladder in force, and from where on. */
  get begun(): BegunLadder {
    return { ladder: this.foot, after: this.after };
  }

  /** No rung is given for two steps, nor is anything sealed by one that was given, wherever in the story that is told now the ladder was put in. */
  isAsBegun({ begun = [] }: Pick<KeptSeat, 'begun'>): boolean {
    return begun.every(({ ladder, after }) => ladder !== this.foot || after === this.after);
  }

  /** What this seat has sealed for the server too, and is opened with its next share. */
  get lies(): { decision: number; seal: string } | null {
    return this.sealed;
  }

  get isUsedUp(): boolean {
    return this.steps - this.after >= rungsOfLadder;
  }

  /** Whether this device has it. */
  async isHere(kept: KeptSeat): Promise<boolean> {
    return (await this.find(kept)) !== null;
  }

  /** What is shown in this step; null: this device does not have the ladder, or all of it is used up. */
  async rung(kept: KeptSeat, step: number): Promise<Bytes | null> {
    const ladder = await this.find(kept);
    const at = step - this.after;
    return ladder && at >= 1 && at <= rungsOfLadder ? ladder.rung(at) : null;
  }

  /** The feet of all that this device has drawn: hex. */
  async feet(kept: KeptSeat): Promise<Set<string>> {
    const ladders = await Promise.all((kept.ladders ?? []).map((secret) => this.ladder(kept, secret)));
    return new Set(ladders.flatMap((ladder) => ladder?.foot ?? []));
  }

  private async find(kept: KeptSeat): Promise<Ladder | null> {
    for (const secret of [...(kept.ladders ?? [])].reverse()) {
      const ladder = await this.ladder(kept, secret);
      if (ladder?.foot === this.foot) return ladder;
    }
    return null;
  }

  private async ladder(kept: KeptSeat, secret: string): Promise<Ladder | null> {
    const known = this.known.get(secret);
    const start = known ? null : await startOf(kept);
    const ladder = known ?? (start && (await Ladder.of(start, this.seat, secret)));
    if (ladder) this.known.set(secret, ladder);
    return ladder;
  }
}
