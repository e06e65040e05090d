// The same battle once more. The token of one's seat there is drawn and kept here before anything is asked: whatever is lost on the way, the seat
// is not.
import { type Following, randomToken } from 'muster-client';
import type { Rematch } from 'muster-client/table';

import { go } from '../lib/router.svelte';
import { type KeptSeat, keptSeats, noteSeat, rememberSeat, seatOf } from '../lib/seats.svelte';
import type { Live } from './live.svelte';

export type Made = NonNullable<Rematch['made']>;

/** By battle and seat, for as long as the page lasts: storage may be forbidden. */
const drawn = new Map<string, string>();
const placeOf = (battle: string, seat: string) => `${battle} ${seat}`;

function keptAs(battle: string, seat: string): KeptSeat | undefined {
  return keptSeats().find((each) => each.battle === battle && each.seat === seat);
}

function forget(battle: string, seat: string): void {
  drawn.delete(placeOf(battle, seat));
  noteSeat(battle, seat, { rematch: undefined });
}

/** Of a player whose battle is over. */
export async function askRematch(live: Live, swap: boolean): Promise<void> {
  const [battle, seat] = [live.header!.battle, live.seat!];
  const token = drawn.get(placeOf(battle, seat)) ?? keptAs(battle, seat)?.rematch ?? randomToken();
  drawn.set(placeOf(battle, seat), token);
  noteSeat(battle, seat, { rematch: token });
  await live.rematch(swap, token);
}

export async function withdrawRematch(live: Live): Promise<void> {
  await live.withdrawRematch();
  forget(live.header!.battle, live.seat!);
}

function sitDown({ battle, seats, title, ruleset, options }: Following, seat: string, made: Made, token: string): void {
  const at = seats.findIndex((each) => each.seat === seat);
  const next = made.swap ? seats[(at + 1) % seats.length]!.seat : seat;
  const name = keptAs(battle, seat)?.name ?? '';
  const hidden = options.visibility === 'private' ? { private: true } : {};
  rememberSeat({ battle: made.battle, seat: next, token, name: name && name !== seat ? name : next, title, ruleset, created_at: new Date().toISOString(), ...hidden });
  go(`/b/${made.battle}#${token}`);
}

/** Leads whoever asked for it to the rematch. Once: who comes back to the battle before wants to look at that. */
export function followRematch(header: Following, seat: string, made: Made): void {
  const { battle } = header;
  const token = drawn.get(placeOf(battle, seat)) ?? keptAs(battle, seat)?.rematch;
  if (!token) return;
  forget(battle, seat);
  sitDown(header, seat, made, token);
}

/** To the seat of the rematch, if it is on this device or still free, else to look on. */
export async function enterRematch(live: Live, made: Made): Promise<void> {
  if (seatOf(made.battle)) return go(`/b/${made.battle}`);
  const token = randomToken();
  const got = await live.rematch(made.swap, token).catch(() => false);
  if (got) sitDown(live.header!, live.seat!, made, token);
  else go(`/b/${made.battle}`);
}
