// The sides of a battle: colour and emblem follow from the seat, whatever the ruleset calls it.
import { t } from './i18n.svelte';
import { known } from './known';

const colours = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export type Colour = (typeof colours)[number];

/** Seats that are named for a colour have that one; those of the compass, which may all be of one battle, have one each. */
const own: Record<string, Colour> = {
  attacker: 'a', defender: 'b', red: 'a', blue: 'b', green: 'c', yellow: 'd', violet: 'e', black: 'f', teal: 'g', pink: 'h',
  north: 'a', south: 'b', east: 'c', west: 'd', north_east: 'e', north_west: 'f', south_east: 'g', south_west: 'h',
};

/** Of a seat that somebody has named otherwise it follows from its place among the battle's `seats`. */
export function colourOf(seat: string, seats: readonly string[] = []): Colour {
  const named = known(own, seat);
  if (named) return named;
  const free = colours.filter((colour) => !seats.some((each) => known(own, each) === colour));
  const place = seats.filter((each) => !known(own, each)).indexOf(seat);
  return free[Math.max(0, place) % free.length] ?? 'a';
}

/** As styles write it. */
export const sideColour = (colour: Colour): string => `var(--side-${colour})`;

/** For tables of this many: what their seats are called where nobody has named them. */
export const seatColours = ['red', 'blue', 'green', 'yellow', 'violet', 'black', 'teal', 'pink'] as const;

/** A seat's name in the language of the person; an unknown seat by its own name. */
export function seatWord(seat: string): string {
  if (seat === 'attacker' || seat === 'defender' || seat === 'north' || seat === 'south') return t.common[seat];
  return known(t.common.seat_colours, seat) ?? seat.replaceAll('_', ' ');
}
