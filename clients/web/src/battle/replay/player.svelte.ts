// Which moment of a battle is looked at, and going through them by itself: the same director as of a battle that goes on.
import type { BattleEvent, Refusal } from 'muster-client';
import type { Stay } from '../stage/beats';
import { type Cue, Director } from '../stage/director.svelte';

export const speeds = [0.5, 1, 2, 4, 8, 16, 32] as const;
/** Faster than this nothing that moves could be seen. */
const fastestMotion = 4;

/** What comes later and isn't here yet. */
export interface Ahead {
  /** There is something. Reactive. */
  readonly more: boolean;
  /** Why what was asked for last did not come. Reactive. */
  readonly trouble: Refusal | null;
  /** Brings the next event in; false: it could not, or there is none. */
  next(): Promise<boolean>;
}

// For what is told and has nothing to be seen.
const told: readonly Stay[] = [{ beat: 'note', milliseconds: 900 }];

export class Player {
  playing = $state(false);
  speed = $state(1);
  readonly director: Director;
  /** what is new may move */
  readonly moves: boolean = $derived(this.playing && this.speed <= fastestMotion);
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

  /**
   * `events` may grow in place, `head` says up to where it has. `beatsOf`: how one is shown. `isTold`: whether an event has something to say; what has
   * not is passed without a stop. `ahead`: what `events` will grow by when one goes on behind `head`.
   */
  constructor(
    private readonly events: () => readonly BattleEvent[],
    private readonly head: () => number,
    beatsOf: (event: BattleEvent) => readonly Stay[],
    private readonly isTold: (event: BattleEvent) => boolean,
    start: number,
    cue: Cue = () => {},
    private readonly ahead: Ahead | null = null,
  ) {
    const still = (event: BattleEvent) => (isTold(event) ? told : []);
    const staged = (event: BattleEvent) => {
      const beats = beatsOf(event);
      return beats.length > 0 ? beats : still(event);
    };
    // Without motion each moment stays as long as it would have been played, in one piece.
    this.director = new Director(events, (event) => (this.calm.matches ? whole(staged(event)) : staged(event)), (beat, event) => this.moves && cue(beat, event));
    this.director.seek(this.bounded(start));
  }

  /** the event after which the table is shown; 0: before the first */
  get at(): number {
    return this.director.shown;
  }

  seek(seq: number): void {
    this.playing = false;
    this.director.seek(this.bounded(seq));
  }

  /** Nothing comes after what is shown. */
  get atEnd(): boolean {
    return this.at >= this.head() && !this.ahead?.more;
  }

  step(by: 1 | -1): void {
    if (by === 1 && this.ahead?.more && !this.isToldLater()) void this.stepAhead(this.ahead);
    else this.seek(this.told(by));
  }

  /** From here; from the beginning where this is the end. */
  play(): void {
    if (this.atEnd) this.director.seek(0);
    this.playing = true;
    this.director.play(this.head(), this.speed);
    if (!this.director.running) this.rested(); // nothing of it is played
  }

  pause(): void {
    // A blow that has landed is not taken back: the table stands where its last event left it.
    this.seek(this.at);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  chooseSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.director.play(this.head(), speed);
  }

  /** To be called when the director rests: what plays by itself has come to its end, or there is more by now. */
  rested(): void {
    if (!this.playing) return;
    if (this.at < this.head()) this.director.play(this.head(), this.speed);
    if (this.director.running) return;
    if (this.ahead?.more) void this.playAhead(this.ahead);
    else this.playing = false;
  }

  private async playAhead(ahead: Ahead): Promise<void> {
    const came = await ahead.next();
    if (!this.playing || this.director.running) return;
    if (came) this.rested();
    else this.playing = false;
  }

  private async stepAhead(ahead: Ahead): Promise<void> {
    this.playing = false;
    const from = this.at;
    // Whoever pressed twice has stepped already when the second comes to it.
    while (this.at === from && !this.isToldLater() && (await ahead.next()));
    if (this.at === from && !this.playing) this.seek(this.told(1));
  }

  /** Whether something behind this moment is here and is told. */
  private isToldLater(): boolean {
    return this.events().slice(this.at, this.head()).some(this.isTold);
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

function whole(stays: readonly Stay[]): readonly Stay[] {
  const milliseconds = stays.reduce((sum, each) => sum + each.milliseconds, 0);
  return milliseconds > 0 ? [{ beat: 'note', milliseconds }] : [];
}
