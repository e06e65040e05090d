// Two sides of every battle: colour and emblem follow from the seat, whatever the ruleset calls it.
import { t } from './i18n.svelte';

export type Colour = 'a' | 'b';

export function colourOf(seat: string): Colour {
  return seat === 'defender' || seat === 'south' ? 'b' : 'a';
}

/** A seat's name in the language of the person; an unknown seat by its own name. */
export function seatWord(seat: string): string {
  if (seat === 'attacker' || seat === 'defender' || seat === 'north' || seat === 'south') return t.common[seat];
  return seat;
}
