// The sides of a battle: colour and emblem follow from the seat, whatever the ruleset calls it.
import { t } from './i18n.svelte';
import { known } from './known';

const colours = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export type Colour = (typeof colours)[number];

/** Seats that are named for a colour have that one. */
const own: Record<string, Colour> = { attacker: 'a', north: 'a', defender: 'b', south: 'b', red: 'a', blue: 'b', green: 'c', yellow: 'd', violet: 'e', black: 'f', teal: 'g', pink: 'h' };

/** Of a seat that somebody has named otherwise it is its place among the battle's `seats`. */
export function colourOf(seat: string, seats: readonly string[] = []): Colour {
  return known(own, seat) ?? colours[Math.max(0, seats.indexOf(seat)) % colours.length]!;
}

/** For tables of this many: what their seats are called where nobody has named them. */
export const seatColours = ['red', 'blue', 'green', 'yellow', 'violet', 'black', 'teal', 'pink'] as const;

/** A seat's name in the language of the person; an unknown seat by its own name. */
export function seatWord(seat: string): string {
  if (seat === 'attacker' || seat === 'defender' || seat === 'north' || seat === 'south') return t.common[seat];
  return known(t.common.seat_colours, seat) ?? seat.replaceAll('_', ' ');
}
