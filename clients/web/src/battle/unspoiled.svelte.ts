// A battle that is looked at without spoilers: event after event, and what comes later isn't even asked for.
import { type BattleEvent, type Following, type Refusal, unspoiledEvents } from 'muster-client';

import { reasonOf } from '../lib/refusals';
import { muster } from '../lib/server';
import type { Ahead } from './replay/player.svelte';
import { startTold } from './told_start';

const pageMax = 1000; // events of one answer

export class Unspoiled implements Ahead {
  /** What is known before the first step. */
  header = $state.raw<Following | null>(null);
  /** Those that one has stepped to; grows in place. */
  readonly events: BattleEvent[] = [];
  /** The last of them. */
  head = $state(0);
  more = $state(true);
  trouble = $state.raw<Refusal | null>(null);
  private asked: Promise<boolean> | null = null;

  /** `token`: of a private battle's seat. */
  constructor(
    private readonly battle: string,
    private readonly token: string | undefined,
  ) {}

  /** As far as one has stepped before, or a link leads. */
  async reach(moment: number): Promise<void> {
    const wanted = Math.max(moment, 1); // the first event is what everybody knows before the first step
    while (this.more && this.head < wanted && (await this.ask(wanted - this.head)));
    this.header ??= await startTold(this.events[0]);
  }

  next(): Promise<boolean> {
    return (this.asked ??= this.ask(1).finally(() => (this.asked = null)));
  }

  private async ask(limit: number): Promise<boolean> {
    const since = this.head;
    try {
      const { events, next } = await unspoiledEvents(muster, this.battle, since, Math.min(limit, pageMax), this.token);
      if (since !== this.head) return true; // it was asked for twice, and has come
      this.events.push(...events);
      this.head = this.events.length;
      this.more = next !== undefined;
      this.trouble = null;
      return events.length > 0;
    } catch (error) {
      this.trouble = reasonOf(error);
      return false;
    }
  }
}
