// What is said in a room, and how much of it nobody has looked at. It is no secret of the dice, and does not wait for the stage.
import type { BattleEvent, EventOf } from 'muster-client';
import { text } from 'muster-client/table';
import { untrack } from 'svelte';
import { Gathered } from '../gathered';
import type { Live } from '../live.svelte';

export class Talk {
  /** A line that was begun; it waits while something else is looked at. */
  begun = $state('');
  private seen = $state(0);
  private readonly gathered: Gathered<EventOf<'said'>>;
  readonly said: readonly EventOf<'said'>[] = $derived.by(() => this.gathered.upTo(this.live.head));
  /** Lines that nobody has looked at. */
  readonly unread: number = $derived.by(() => (this.looked() ? 0 : Math.max(0, this.said.length - this.seen)));

  /** To be made while a component is. `looked`: it is shown. */
  constructor(
    private readonly live: Live,
    events: readonly BattleEvent[],
    private readonly looked: () => boolean,
  ) {
    // What is said in another room comes without its words.
    this.gathered = new Gathered(events, (event) => (event.event === 'said' && text(event.data.text) !== '' ? event : null));
    // What was said before one came is not news.
    $effect(() => {
      if (live.caughtUp) this.seen = untrack(() => this.said.length);
    });
    $effect(() => {
      if (looked()) this.seen = this.said.length;
    });
  }
}
