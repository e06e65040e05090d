// The seats of this device: who holds a token can play the seat, so tokens stay here and in the links that people share.
import { keeping, keyHere } from './server';

export interface KeptSeat {
  battle: string;
  seat: string;
  token: string;
  /** the name its player goes by; empty until one was given */
  name: string;
  title: string;
  ruleset: string;
  created_at: string;
  /** its token is here, and the server has not said yet that it counts */
  asked?: boolean;
  /** created here as a private battle: to all without a token it does not exist */
  private?: boolean;
  /** the server's word for this browser among those that it tells of this seat's turns */
  nudge?: string | undefined;
  /** the token of its player's seat in the rematch that was asked for */
  rematch?: string | undefined;
  /** Seats for others that this device created: without them an unsent invitation would be lost with the tab. */
  others?: { seat: string; token: string; called?: string }[];
  /** as its setup calls its side, where it does, like those of the others */
  called?: string;
}

/** What a file of another device brought. */
export interface Imported {
  /** of this server */
  seats: number;
  /** of others, which this page cannot play */
  elsewhere: number;
  /** what contradicts what was kept here */
  problems: { battle: string; what: string }[];
}

const key = keyHere('muster.seats');
const keptMax = 200;

function isSeat(each: unknown): each is KeptSeat {
  const seat = each as Partial<KeptSeat> | null;
  return typeof seat?.battle === 'string' && typeof seat.seat === 'string' && typeof seat.token === 'string';
}

function read(): KeptSeat[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSeat) : [];
  } catch {
    return []; // storage forbidden, or somebody else's data
  }
}

const state = $state<{ seats: KeptSeat[] }>({ seats: read() });

function write(seats: KeptSeat[]): void {
  state.seats = seats;
  try {
    localStorage.setItem(key, JSON.stringify(seats));
  } catch {
    // Without storage the seats last as long as the page.
  }
}

// Another tab may have taken a seat meanwhile.
addEventListener('storage', (event) => {
  if (event.key === key) state.seats = read();
});

/** Every seat of this device, the one used last first. */
export function keptSeats(): readonly KeptSeat[] {
  return state.seats;
}

/** The seat of this device in that battle; of several the one used last. */
export function seatOf(battle: string): KeptSeat | undefined {
  return state.seats.find((each) => each.battle === battle);
}

/** The same, once the server has said that it is this device's. */
export function ownSeat(battle: string): KeptSeat | undefined {
  const kept = seatOf(battle);
  return kept?.asked ? undefined : kept;
}

/** Keeps the seat, or what is new of it. */
export function rememberSeat(seat: KeptSeat): void {
  const before = read();
  const known = before.find((each) => each.battle === seat.battle && each.seat === seat.seat);
  const rest = before.filter((each) => each !== known);
  write([{ ...known, ...seat }, ...rest].slice(0, keptMax));
}

/** Keeps something more of a seat that is kept. */
export function noteSeat(battle: string, seat: string, more: Partial<KeptSeat>): void {
  write(read().map((each) => (each.battle === battle && each.seat === seat ? { ...each, ...more } : each)));
}

/** Forgets a token that opens nothing any more. */
export function forgetToken(battle: string, token: string): void {
  write(read().filter((each) => each.battle !== battle || each.token !== token));
}

/** Forgets all seats in that battle. Whoever has no other copy of the link cannot come back. */
export function forgetBattle(battle: string): void {
  for (const seat of read()) if (seat.battle === battle) keeping.forget(seat);
  write(read().filter((each) => each.battle !== battle));
}
