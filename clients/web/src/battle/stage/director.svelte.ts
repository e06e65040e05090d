// Decides what is shown when. The table follows the battle beat by beat, and everything that would tell how it went (questions, chances,
// titles, the end) waits for it; so nobody reads what the dice say before they lie. Live pages, spectators and the replay have one each.
import type { BattleEvent } from 'muster-client';
import { type Beat, lengthOf, type Stay } from './beats';

/** Of whoever watches what the director does: sounds. */
export type Cue = (beat: Beat, event: BattleEvent) => void;

export class Director {
  /** The last event that lies on the table; 0: before the first. */
  shown = $state(0);
  /** What is played right now; null: the table lies still. */
  beat = $state<Beat | null>(null);
  /** The event it belongs to. During a blow or a shot the table lies as it did before it. */
  event = $state.raw<BattleEvent | null>(null);
  /** Beats are played, or will be in a moment. */
  running = $state(false);
  /** How much faster than at speed 1. */
  pace = $state(1);

  private until = 0;
  private due = 0; // the event whose beats are played
  private queue: Stay[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `events` may grow in place. `beats`: how an event is played. */
  constructor(
    private readonly events: () => readonly BattleEvent[],
    private readonly beats: (event: BattleEvent) => readonly Stay[],
    private readonly cue: Cue = () => {},
  ) {}

  /** The last event that may be told in words: what is still in the air or being counted is not. */
  get told(): number {
    return this.beat === 'roll' || this.beat === 'count' ? this.shown - 1 : this.shown;
  }

  /** Plays on up to there. `pace` holds from the next beat on. */
  play(until: number, pace: number): void {
    this.until = until;
    this.pace = pace;
    if (!this.running) this.go();
  }

  /** Lays the table as it is after that event, at once. */
  seek(seq: number): void {
    this.stop();
    this.until = this.shown = seq;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.running = false;
    this.beat = null;
    this.event = null;
  }

  /** Milliseconds at speed 1 that are still to be played up to that event. */
  left(until: number): number {
    const begun = this.running ? Math.max(this.due, this.shown) : this.shown;
    return lengthOf(this.queue) + this.events().slice(begun, until).reduce((sum, event) => sum + lengthOf(this.beats(event)), 0);
  }

  private go(): void {
    while (this.queue.length === 0) {
      if (this.shown >= this.until) return this.stop();
      const event = this.events()[this.shown]!;
      this.due = this.shown + 1;
      this.queue = [...this.beats(event)];
      if (this.queue.length > 0) this.event = event;
      else this.shown = this.due;
    }
    const stay = this.queue.shift()!;
    if (!stay.before) this.shown = this.due;
    this.running = true;
    this.beat = stay.beat;
    this.timer = setTimeout(() => this.go(), stay.milliseconds / this.pace);
    this.cue(stay.beat, this.event!);
  }
}
