// The same battle once more. The token of one's seat there is drawn and kept here before anything is asked: whatever is lost on the way, the seat
// is not.
import { type Following, randomToken } from 'muster-client';
import type { Rematch } from 'muster-client/table';

import { t } from '../lib/i18n.svelte';
import { reasonOf } from '../lib/refusals';
import { go } from '../lib/router.svelte';
import { type KeptSeat, keptSeats, noteSeat, rememberSeat, seatOf } from '../lib/seats.svelte';
import type { Live } from './live.svelte';
import type { Naming } from './naming';

export type Made = NonNullable<Rematch['made']>;

/** By battle and seat, for as long as the page lasts: storage may be forbidden. */
const drawn = new Map<string, string>();
const placeOf = (battle: string, seat: string) => `${battle} ${seat}`;

function keptAs(battle: string, seat: string): KeptSeat | undefined {
  return keptSeats().find((each) => each.battle === battle && each.seat === seat);
}

/** What is kept comes first: another tab may have drawn anew. */
const tokenFor = (battle: string, seat: string) => keptAs(battle, seat)?.rematch ?? drawn.get(placeOf(battle, seat));

function forget(battle: string, seat: string): void {
  drawn.delete(placeOf(battle, seat));
  noteSeat(battle, seat, { rematch: undefined });
}

/** Of a player whose battle is over. */
export async function askRematch(live: Live, swap: boolean): Promise<void> {
  const [battle, seat] = [live.header!.battle, live.seat!];
  const token = tokenFor(battle, seat) ?? randomToken();
  drawn.set(placeOf(battle, seat), token);
  noteSeat(battle, seat, { rematch: token });
  await live.rematch(swap, token);
}

/** What other seats want, and oneself does not yet: the sides swapped, or as they were. */
export interface Wish {
  swap: boolean;
  by: string[];
}

/** Null: nothing. */
export function wishOfOthers({ made, wanted }: Rematch, own: string | null): Wish | null {
  const others = Object.entries(wanted).filter(([seat, swap]) => seat !== own && swap !== wanted[own ?? '']);
  if (!own || made || !others[0]) return null;
  const swap = others[0][1];
  return { swap, by: others.filter((each) => each[1] === swap).map(([seat]) => seat) };
}

/** A sentence for each who wants it. */
export const wishWords = ({ swap, by }: Wish, naming: Naming) => by.map((seat) => t.battle.rematch[swap ? 'wanted_swapped' : 'wanted']({ who: naming.who(seat) })).join(' ');

export async function withdrawRematch(live: Live): Promise<void> {
  forget(live.header!.battle, live.seat!); // before it is answered: who asks again meanwhile draws anew
  await live.withdrawRematch();
}

function sitDown({ battle, seats, title, ruleset, options }: Following, seat: string, made: Made, token: string): void {
  const at = seats.findIndex((each) => each.seat === seat);
  const next = made.swap ? seats[(at + 1) % seats.length]!.seat : seat;
  const name = keptAs(battle, seat)?.name ?? '';
  const hidden = options.visibility === 'private' ? { private: true } : {};
  rememberSeat({ battle: made.battle, seat: next, token, name: name && name !== seat ? name : next, title, ruleset, created_at: new Date().toISOString(), ...hidden });
  go(`/b/${made.battle}#${token}`);
}

/** Sits down where the server says that this token is the one that counts. False: the seat there was taken already, on another device. */
async function comeTo(live: Live, made: Made, token: string): Promise<boolean> {
  const [header, seat] = [live.header!, live.seat!];
  try {
    await live.rematch(made.swap, token);
  } catch (error) {
    if (reasonOf(error).code === 'not_your_seat') return false;
    throw error;
  }
  sitDown(header, seat, made, token);
  return true;
}

/** Leads whoever asked for it to the rematch. Once: who comes back to the battle before wants to look at that. What fails leaves the button that leads there. */
export async function followRematch(live: Live, made: Made): Promise<void> {
  const [battle, seat] = [live.header!.battle, live.seat!];
  const token = tokenFor(battle, seat);
  if (!token) return;
  forget(battle, seat);
  await comeTo(live, made, token).catch(() => {});
}

/** To the seat of the rematch, if it is on this device or still free, else to look on. */
export async function enterRematch(live: Live, made: Made): Promise<void> {
  const token = seatOf(made.battle)?.token ?? randomToken();
  if (!(await comeTo(live, made, token))) go(`/b/${made.battle}`);
}
