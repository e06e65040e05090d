// A battle's inputs and events one after the other, as a record has them or as they come while it is played: whether each may come where it
// stands, and the hashes of both. Rules and secret play no part.

import { Chains } from './chain.js';
import type { Course } from './course.js';
import { sharesDice } from './dice_of.js';
import type { Entry } from './input.js';
import { Ladders } from './ladders.js';
import { problem, type Problem } from './problem.js';
import type { Bytes } from './proof.js';
import { SeatSignatures } from './seat_signatures.js';
import type { BattleEvent, Json } from './types.js';
import { hasWitness, WitnessLadder, witnessKey } from './witnessed_dice.js';

export interface StoryListener {
  /** Something is wrong; what comes after the first may be wrong because of it. */
  report(found: Problem | null): void;
  /** Before the input with this number, from 1, enters the chain: all that followed from the one before is in. */
  enters?(entry: Entry, number: number): Promise<void>;
}

export interface StoryKind {
  /** H(0) */
  start: Bytes;
  /** whether events are hashed, too */
  shows: boolean;
  /** of the battle: whose its dice are */
  options: Json;
}

/** Of all who add to the dice: the seats, then a witness. */
function laddersOf({ options, start }: StoryKind): (Ladders | WitnessLadder)[] {
  const witness = hasWitness(options) ? witnessKey(options) : null;
  return [...(sharesDice(options) ? [new Ladders(start)] : []), ...(witness ? [new WitnessLadder(start, witness)] : [])];
}

export class Story {
  readonly chains: Chains;
  /** Inputs that have entered, and those that are known and will. */
  readonly entries: Entry[] = [];
  entered = 0;
  private readonly ladders: readonly (Ladders | WitnessLadder)[];
  /** null: of the time before muster/2 */
  readonly signatures: SeatSignatures | null;
  private isSound = true;

  constructor(
    readonly course: Course,
    private readonly kind: StoryKind,
    private readonly listener: StoryListener,
  ) {
    this.chains = new Chains(kind.start);
    this.ladders = laddersOf(kind);
    this.signatures = kind.shows ? new SeatSignatures(kind.start, course.sitting.map(({ seat }) => seat)) : null;
  }

  private report(found: Problem | null): void {
    if (found) this.isSound = false;
    this.listener.report(found);
  }

  /** An input stands before the event with its number, whether that follows from it or not. */
  async event(event: BattleEvent, path: string): Promise<void> {
    const { course } = this;
    for (let entry = this.entries[this.entered]; entry && entry.seq <= event.seq && !course.awaitsEvent; entry = this.entries[this.entered]) {
      this.report(entry.seq < event.seq ? problem(`${entry.path}/seq`, 'not_shown') : course.input(entry));
      for (const each of this.ladders) if (this.isSound) this.report(await each.input(entry, this.entered, this.chains.decided));
      if (this.signatures && this.isSound) this.report(await this.signatures.input(entry, this.entered + 1));
      await this.enter(entry);
    }
    if (this.kind.shows && !course.isNote(event)) this.chains.show(event);
    this.report(course.event(event, path));
  }

  /** All events have been told: no input may be left. */
  async end(): Promise<void> {
    for (let entry = this.entries[this.entered]; entry; entry = this.entries[this.entered]) {
      this.report(problem(entry.path, 'not_shown'));
      await this.enter(entry);
    }
  }

  private async enter(entry: Entry): Promise<void> {
    this.entered += 1;
    await this.listener.enters?.(entry, this.entered);
    await this.chains.decide(entry.hashed);
  }
}
