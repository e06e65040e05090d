// What is said in a room, and how much of it nobody has looked at. It is no secret of the dice, and does not wait for the stage.
import type { BattleEvent, JsonObject } from 'muster-client';
import { text } from 'muster-client/table';
import { untrack } from 'svelte';
import type { Live } from '../live.svelte';

export class Talk {
  private seen = $state(0);
  private readonly said: number = $derived.by(
    () => this.events.slice(0, this.live.head).filter(({ event, data }) => event === 'said' && text((data as JsonObject).text) !== '').length,
  );
  /** Lines that nobody has looked at. */
  readonly unread: number = $derived.by(() => (this.looked() ? 0 : Math.max(0, this.said - this.seen)));

  /** To be made while a component is. `looked`: it is shown. */
  constructor(
    private readonly live: Live,
    private readonly events: readonly BattleEvent[],
    private readonly looked: () => boolean,
  ) {
    // What was said before one came is not news.
    $effect(() => {
      if (live.caughtUp) this.seen = untrack(() => this.said);
    });
    $effect(() => {
      if (looked()) this.seen = this.said;
    });
  }
}
