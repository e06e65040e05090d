// Seats that are open to anybody: which they are, and how one sits down.
import { type Following, randomToken, sharesDice, type Summary } from 'muster-client';

import { go } from '../lib/router.svelte';
import { forgetToken, keptSeats, rememberSeat, seatOf } from '../lib/seats.svelte';
import { keeping, muster } from '../lib/server';

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

/** Sits down, and leads to the battle. The token is kept before anything is asked: an answer that is lost costs no seat. */
export async function takeSeat(battle: OpenTo, seat: string, name: string): Promise<void> {
  const { battle: id, ruleset, title, created_at } = battle;
  const before = seatOf(id);
  const asked = before?.asked && before.seat === seat ? before : keeping.taking({ server: muster.address, battle: id, seat });
  const token = asked?.token ?? randomToken();
  const kept = { battle: id, seat, token, name: name || seat, title, ruleset, created_at };
  rememberSeat({ ...kept, asked: true });
  try {
    await muster.take(id, { seat, name, token, ...(sharesDice(battle.options) && { dice: 'shared' }) });
  } catch (error) {
    forgetToken(id, token);
    throw error;
  }
  rememberSeat({ ...kept, asked: false });
  go(`/b/${id}#${token}`);
}
