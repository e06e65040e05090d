// What somebody looks for among the events of a battle, found once: there are thousands of them, and they come one after the other.
import type { BattleEvent } from 'muster-client';

export class Gathered<Found> {
  private looked = 0;
  private found: readonly Found[] = [];

  /** `events` may grow in place. `pick`, with the event before: null for what is not looked for. */
  constructor(
    private readonly events: readonly BattleEvent[],
    private readonly pick: (event: BattleEvent, before: BattleEvent | undefined) => Found | null,
  ) {}

  /** Among the first `head` events; more than before, never fewer. The same list as long as nothing is added. */
  upTo(head: number): readonly Found[] {
    const fresh: Found[] = [];
    for (; this.looked < head; ++this.looked) {
      const one = this.pick(this.events[this.looked]!, this.events[this.looked - 1]);
      if (one !== null) fresh.push(one);
    }
    if (fresh.length > 0) this.found = [...this.found, ...fresh];
    return this.found;
  }
}
