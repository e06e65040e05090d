// How a battle began, from its first event, where there is no more of it to hear.
import type { BattleEvent, Following } from 'muster-client';

import { needDescription } from '../lib/descriptions';

/** As somebody who watches is told it before anything happened; null: this is not the first event. */
export async function startTold(first: BattleEvent | undefined): Promise<Following | null> {
  if (first?.event !== 'battle_created') return null;
  const { seats, ...start } = first.data;
  await needDescription(start.ruleset).catch(() => {}); // without it the battle is told by its data
  return { ...start, viewer: 'spectator', head: 0, seats: seats.map((seat) => ({ seat, name: null })), status: 'waiting', created_at: first.at };
}
