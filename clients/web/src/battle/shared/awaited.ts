// Whose shares of the dice are missing, as far as it is told.
import type { Live } from '../live.svelte';

/**
 * Of these seats, while shares are due. Who plays knows of his own whether it is given. Whoever looks on is told of none, but of whom the time runs, and else
 * of who is away: what has its page open gives its share by itself.
 */
export function awaitedOf({ seat: own, sharing, clocks, presence }: Pick<Live, 'seat' | 'sharing' | 'clocks' | 'presence'>, seats: readonly string[]): string[] {
  if (own !== null && sharing?.due) return seats.filter((seat) => (sharing.due!.state === 'given') === (seat !== own));
  const timed = seats.filter((seat) => (clocks?.seat(seat)?.left ?? null) !== null);
  if (timed.length > 0) return timed;
  const away = seats.filter((seat) => seat !== own && presence?.seats.some((each) => each.seat === seat && !each.connected));
  return away.length > 0 ? away : [...seats];
}
