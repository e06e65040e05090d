// On the icon of a page that was put on the home screen: in how many battles of this device it is one's turn, as far as a page has heard. It is kept
// here, since whoever looks at one battle hears of no other.
import { keptSeats } from '../../lib/seats.svelte';
import { keyHere } from '../../lib/server';

const key = keyHere('muster.turns');

function kept(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter((each) => typeof each === 'string') : [];
  } catch {
    return []; // storage forbidden, or somebody else's data
  }
}

/** Battles and whether it is one's turn there; of others stays what was known. */
export function noteTurns(told: readonly (readonly [battle: string, mine: boolean])[]): void {
  const seats = new Set(keptSeats().map(({ battle }) => battle));
  const turns = new Set(kept().filter((battle) => seats.has(battle)));
  for (const [battle] of told) turns.delete(battle);
  for (const [battle, mine] of told) if (mine && seats.has(battle)) turns.add(battle);
  try {
    localStorage.setItem(key, JSON.stringify([...turns]));
  } catch {
    // then the next page counts anew
  }
  const badge = turns.size > 0 ? navigator.setAppBadge(turns.size) : navigator.clearAppBadge();
  badge.catch(() => {}); // only pages on a home screen have one
}
