// Who plays the seats that one does not take oneself.
import type { Catalog } from 'muster-client';

import type { Draft, Opponent } from './draft.svelte';

/** Whom one may choose. Only who finds it in the list can come to a battle that is open to anybody, and the server plays no seat where nobody wins. */
export function opponentsOf({ contest }: Pick<Catalog, 'contest'>, { visibility }: Pick<Draft, 'visibility'>): Opponent[] {
  return ['person', ...(visibility === 'public' ? ['anybody' as const] : []), ...(contest === false ? [] : (['best', 'listed', 'random'] as const))];
}

/** The one of these that was chosen for a seat: for the only other one, or for each of several. */
export function playerOf(draft: Draft, opponents: readonly Opponent[], seats: readonly string[], seat: string): Opponent {
  const wanted = seats.length > 2 ? (draft.others[seat] ?? 'person') : draft.opponent;
  return opponents.includes(wanted) ? wanted : 'person';
}

/** Who was chosen for a seat stays, whatever the seats are called by now: a list of as many has the same places. */
export function followSeats(draft: Draft, before: readonly string[], now: readonly string[]): void {
  const renamed = before.length === now.length ? before.map((seat, place) => [seat, now[place]!] as const).filter(([seat, name]) => !now.includes(seat) && !before.includes(name)) : [];
  for (const [seat, name] of renamed) {
    if (draft.seat === seat) draft.seat = name;
    const player = draft.others[seat];
    if (player) draft.others[name] = player;
  }
  if (!now.includes(draft.seat)) draft.seat = now[0] ?? '';
}
