// Seats that are open to anybody: which they are, and how one sits down.
import type { Following, Summary } from 'muster-client';

import { go } from '../lib/router.svelte';
import { keptSeats, rememberSeat } from '../lib/seats.svelte';
import { muster } from '../lib/server';

export type OpenTo = Pick<Summary | Following, 'battle' | 'seats' | 'options' | 'ruleset' | 'title' | 'created_at'>;

export function isOpenSeat(battle: OpenTo, seat: string): boolean {
  const open = battle.options.open;
  return Array.isArray(open) && open.includes(seat);
}

/** Those that nobody has taken yet. */
export function openSeats(battle: OpenTo): string[] {
  return battle.seats.filter(({ seat, name }) => name === null && isOpenSeat(battle, seat)).map(({ seat }) => seat);
}

/** The name that this device played under last; empty: none. */
export function knownName(): string {
  return keptSeats().find(({ name, seat }) => name && name !== seat)?.name ?? '';
}

/** Sits down, and leads to the battle. */
export async function takeSeat(battle: OpenTo, seat: string, name: string): Promise<void> {
  const { token } = await muster.take(battle.battle, { seat, name });
  const { ruleset, title, created_at } = battle;
  rememberSeat({ battle: battle.battle, seat, token, name: name || seat, title, ruleset, created_at });
  go(`/b/${battle.battle}#${token}`);
}
