// The chance of winning from where the table stands now: asked for as soon as something happened, and shown when the stage has shown it.
import type { BattleEvent, Odds } from 'muster-client';
import { Chances } from '../../lib/chances.svelte';

/** They change nothing of what may come. */
const notes = new Set(['said', 'decision_sealed', 'decision_unsealed', 'seat_taken', 'seat_handed_over', 'draw_offered', 'draw_answered', 'clock_credited']);
const pause = 500; // milliseconds: several events come at once

export class CurrentChances {
  private readonly chances: Chances;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = $state(0);

  constructor(
    battle: string,
    generation: string | undefined,
    private readonly events: readonly BattleEvent[],
  ) {
    this.chances = new Chances(battle, generation);
  }

  /** The battle goes on up to there. */
  reach(head: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.chances.want([this.moment(head)]), pause);
  }

  /** The table lies still after that event. */
  show(seq: number): void {
    this.shown = this.moment(seq);
  }

  get refused(): boolean {
    return this.chances.refused;
  }

  get odds(): Odds | null {
    const latest = Math.max(...[...this.chances.odds.keys()].filter((seq) => seq <= this.shown), -1);
    return this.chances.odds.get(latest) ?? null;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.chances.stop();
  }

  private moment(head: number): number {
    let seq = head;
    while (seq > 1 && notes.has(this.events[seq - 1]!.event)) --seq;
    return seq;
  }
}
