// Which moment of a battle is looked at, and going through them by itself.
import type { BattleEvent } from 'muster-client';

export const speeds = [0.5, 1, 2, 4, 8, 16, 32] as const;

// How long a moment that is told stays, in milliseconds at speed 1.
const dwell = 1200;

export class Player {
  /** the event after which the table is shown; 0: before the first */
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `events` may grow in place, `head` says up to where it has. `isTold`: whether an event has something to say; what has
   * not is passed without a stop.
   */
  constructor(
    private readonly events: () => readonly BattleEvent[],
    private readonly head: () => number,
    private readonly isTold: (event: BattleEvent) => boolean,
    start: number,
  ) {
    this.at = this.bounded(start);
  }

  seek(seq: number): void {
    this.pause();
    this.at = this.bounded(seq);
  }

  step(by: 1 | -1): void {
    this.seek(this.told(by));
  }

  play(): void {
    if (this.at >= this.head()) this.at = 0;
    this.playing = true;
    this.next();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private next(): void {
    this.timer = setTimeout(() => {
      this.at = this.told(1);
      if (this.at >= this.head()) this.pause();
      else this.next();
    }, dwell / this.speed);
  }

  /** The nearest moment that is told, or the end of the line. */
  private told(by: 1 | -1): number {
    const events = this.events();
    let seq = this.at + by;
    while (seq > 0 && seq < this.head() && !this.isTold(events[seq - 1]!)) seq += by;
    return this.bounded(seq);
  }

  private bounded(seq: number): number {
    return Math.max(0, Math.min(Math.trunc(seq), this.head()));
  }
}
