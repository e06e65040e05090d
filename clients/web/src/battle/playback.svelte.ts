// How far the table has shown what happened: it follows the head at a pace that eyes can follow, and at once when told so.
// Only what is shown waits for it; nothing that one may do does.
import type { BattleEvent } from 'muster-client';

export const speeds = [0.5, 1, 2, 4] as const;
const key = 'muster.animation';

// Milliseconds for which an event has the table for itself.
const dwell: Record<string, number> = {
  round_started: 350,
  phase_started: 500,
  wave_formed: 450,
  air_support_declared: 600,
  rolled: 1500,
  totalled: 1300,
  hits_dealt: 500,
  casualties_taken: 1000,
  advantage_counted: 1200,
  removed: 500,
  city_assaulted: 1200,
  moved: 350,
  fired: 800,
  battle_ended: 300,
};
const tooFarBehind = 60; // after a pause nobody wants to see all of that

function keptSpeed(): number {
  const kept = Number(localStorage.getItem(key) ?? 1);
  return kept === 0 || (speeds as readonly number[]).includes(kept) ? kept : 1;
}

export class Playback {
  /** The last event that lies on the table. */
  shown = $state(0);
  /** 0: no animation */
  speed = $state(keptSpeed());
  /** Something is being shown that one could skip. */
  running = $state(false);

  private head = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly calm = matchMedia('(prefers-reduced-motion: reduce)');

  constructor(private readonly events: readonly BattleEvent[]) {}

  /** New events are in. `live`: they happen now. */
  reach(head: number, live: boolean): void {
    this.head = head;
    if (!live || !this.moves() || document.hidden || head - this.shown > tooFarBehind) this.skip();
    else if (!this.running) this.step();
  }

  skip(): void {
    clearTimeout(this.timer);
    this.running = false;
    this.shown = this.head;
  }

  chooseSpeed(speed: number): void {
    this.speed = speed;
    localStorage.setItem(key, String(speed));
    if (speed === 0) this.skip();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Whether what happens is animated at all. */
  moves(): boolean {
    return this.speed > 0 && !this.calm.matches;
  }

  private step(): void {
    let wait = 0;
    while (wait === 0 && this.shown < this.head) {
      this.shown += 1;
      wait = dwell[this.events[this.shown - 1]?.event ?? ''] ?? 0;
    }
    this.running = wait > 0;
    if (wait > 0) this.timer = setTimeout(() => this.step(), wait / this.speed);
  }
}
