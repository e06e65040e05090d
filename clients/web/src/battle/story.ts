// The events of a battle in words, each put into words once. Made in a $derived there is another one when the language changes.
import type { BattleEvent } from 'muster-client';
import { language } from '../lib/i18n.svelte';
import { Gathered } from './gathered';
import type { Colour } from '../lib/sides';
import { handedOver, type Naming, type Seating } from './naming';
import { type Sentence, sentenceOf } from './sentence';

export class Story {
  private told: (Sentence | null)[] = [];
  private readonly gathered: Gathered<Seating>;
  private seatings: readonly Seating[] = [];

  /** `events` may grow in place. */
  constructor(
    private readonly events: readonly BattleEvent[],
    private readonly naming: Naming,
  ) {
    void language();
    this.gathered = new Gathered(events, (event) => (event.event === 'seat_taken' || event.event === handedOver ? event : null));
  }

  // Who sits down or takes over later may have been told as whoever was there before, or as oneself.
  private catchUp(): void {
    const seatings = this.gathered.upTo(this.events.length);
    if (seatings !== this.seatings) [this.seatings, this.told] = [seatings, []];
  }

  /** null: it is no side of the battle. */
  colour(seat: string): Colour | null {
    return this.naming.isSide(seat) ? this.naming.colour(seat) : null;
  }

  /** What everybody was called when that happened. */
  namingAt(seq: number): Naming {
    this.catchUp();
    return this.seatings.some(({ event }) => event === handedOver) ? this.naming.asOf(seq, this.seatings) : this.naming;
  }

  /** null: nothing worth a line. */
  at(seq: number): Sentence | null {
    this.catchUp();
    const told = this.told[seq];
    return told === undefined ? (this.told[seq] = this.repeats(seq) ? null : sentenceOf(this.events[seq - 1]!, this.namingAt(seq))) : told;
  }

  /** The shares of both come together, and each of those who wanted a rematch is told why there can be none; the story says it once. */
  private repeats(seq: number): boolean {
    const [before, event] = [this.events[seq - 2], this.events[seq - 1]!];
    if (event.event === 'share_given') return before?.event === event.event;
    return event.event === 'rematch_withdrawn' && before?.event === event.event && event.data.code !== undefined && before.data.code === event.data.code;
  }

  /** The last one up to there. */
  last(seq: number, fits: (sentence: Sentence) => boolean = () => true): string {
    for (let at = seq; at > 0; --at) {
      const sentence = this.at(at);
      if (sentence && fits(sentence)) return sentence.text;
    }
    return '';
  }
}
