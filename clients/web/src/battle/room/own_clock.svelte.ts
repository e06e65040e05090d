// The time of who plays here.
import type { Live } from '../live.svelte';
import type { SeatTime } from '../clock.svelte';

export class OwnClock {
  /** null: who watches has none, nor has a battle without a clock */
  readonly time: SeatTime | null = $derived.by(() => (this.live.seat ? (this.live.clocks?.seat(this.live.seat) ?? null) : null));
  readonly isLive: boolean = $derived.by(() => this.live.clocks?.terms?.mode === 'live');
  /** a live clock counts down; it is told after the question, in a message of its own */
  readonly runs: boolean = $derived.by(() => this.isLive && this.time?.left != null && this.live.requests.some((each) => !this.live.pendingOf(each)));

  constructor(private readonly live: Live) {}
}
