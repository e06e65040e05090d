// The director of a battle that goes on: it follows the head at the speed that was chosen, and at once where nobody wants to wait for it.
import type { BattleEvent } from 'muster-client';
import type { Stay } from './beats';
import { type Cue, Director } from './director.svelte';

export const speeds = [0.5, 1, 2, 4] as const;
const key = 'muster.animation';

const tooFarBehind = 60; // events: after a pause nobody wants to see all of that
const longest = 15_000; // milliseconds that all that is due may take
/** Of the time that an own live clock has left, the stage takes no more than this, and never more than that many milliseconds. The server cannot
    know what a screen shows: time credited for it would be time to think for whoever shows nothing. So the stage is short instead. */
const shareOfClock = 1 / 40;
const longestOnClock = 4_000;
const notWorthIt = 250; // less than this nobody could follow

function keptSpeed(): number {
  const kept = Number(localStorage.getItem(key) ?? 1);
  return kept === 0 || (speeds as readonly number[]).includes(kept) ? kept : 1;
}

export class Playback {
  /** 0: no animation */
  speed = $state(keptSpeed());
  readonly director: Director;

  private head = 0;
  private begun = false;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

  /** `opening`: the battle has only begun, and who follows it has decided nothing yet. */
  constructor(events: readonly BattleEvent[], beatsOf: (event: BattleEvent) => readonly Stay[], cue: Cue, private readonly opening: () => boolean) {
    this.director = new Director(() => events, beatsOf, cue);
  }

  /** New events are in. `live`: they happen now. `clock`: milliseconds that the own live clock still has while it runs, else null. */
  reach(head: number, live: boolean, clock: number | null): void {
    this.head = head;
    const { director } = this;
    // What happened before one came is not played, it lies there; but for the opening, or else the first that one sees were its result.
    if (!this.begun) {
      if (!live) return this.opening() ? undefined : this.skip();
      this.begun = true;
      if (!this.opening()) return this.skip();
    }
    if (head <= director.shown && !director.running) return;
    const most = clock === null ? longest : Math.min(longestOnClock, clock * shareOfClock);
    const hasty = most < notWorthIt || document.hidden || head - director.shown > tooFarBehind;
    if (!live || !this.moves() || hasty) return this.skip();
    director.play(head, Math.max(this.speed, director.left(head) / most));
  }

  skip(): void {
    this.director.seek(this.head);
  }

  chooseSpeed(speed: number): void {
    this.speed = speed;
    localStorage.setItem(key, String(speed));
    if (speed === 0) this.skip();
  }

  /** Whether what happens is animated at all. */
  moves(): boolean {
    return this.speed > 0 && !this.calm.matches;
  }
}
