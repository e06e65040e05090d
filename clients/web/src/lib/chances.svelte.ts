// The chances of winning at moments of a battle, asked one after the other and kept while the page is open: a moment that
// is over never changes its chances, unless the server goes back to an older copy, which is another generation of its history.
import { MusterError, type Odds } from 'muster-client';

import { ownSeat } from './seats.svelte';
import { muster } from './server';

const known = new Map<string, Odds>();

// A busy server is left alone for a while.
const pauseAfterRefusal = 15_000; // milliseconds

const passing: ReadonlySet<string> = new Set(['server_busy', 'rate_limited', 'internal', 'unreachable']);

export class Chances {
  /** by moment; replaced as answers come in */
  odds = $state.raw<ReadonlyMap<number, Odds>>(new Map());
  /** the server does not tell chances of this battle */
  refused = $state(false);
  private wanted: number[] = [];
  private asking = false;
  private ended = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly battle: string,
    private readonly generation = '',
  ) {}

  /** The moments that are to be known, in this order. */
  want(moments: readonly number[]): void {
    this.wanted = moments.filter((seq) => !this.odds.has(seq));
    if (!this.asking && !this.ended) void this.ask();
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    this.asking = true;
    clearTimeout(this.timer);
    while (!this.ended && this.wanted.length > 0) {
      const seq = this.wanted.shift()!;
      const key = `${this.battle}#${seq}#${this.generation}`;
      try {
        const odds = known.get(key) ?? (await muster.odds({ battle: this.battle, seq }, ownSeat(this.battle)?.token));
        known.set(key, odds);
        this.odds = new Map(this.odds).set(seq, odds);
      } catch (error) {
        this.giveUp(seq, error);
        break;
      }
    }
    this.asking = false;
  }

  private giveUp(seq: number, error: unknown): void {
    const code = error instanceof MusterError ? error.refusal.code : 'internal';
    if (!passing.has(code)) {
      this.refused = true;
      return;
    }
    this.wanted.unshift(seq);
    if (!this.ended) this.timer = setTimeout(() => void this.ask(), pauseAfterRefusal);
  }
}
