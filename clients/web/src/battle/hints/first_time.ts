// Hints for who plays a ruleset for the first time: at the first decision of a battle, until it is answered or somebody closes them on this device.
import type { BattleEvent, DecisionRequest } from 'muster-client';

import { withTexts } from '../../lib/i18n.svelte';

const keyOf = (ruleset: string) => `muster.hints.${ruleset}`;

/** The first decision of each battle that this page has shown. */
const first = new Map<string, number>();

/** Nobody has closed them yet. */
export const hintsOpen = (ruleset: string) => localStorage.getItem(keyOf(ruleset)) === null;

export const loadHints = () => withTexts('hints', () => import('./FirstTime.svelte'));

/** Somebody has decided something at that seat; who comes back to it, or to the page, has seen them. */
const hasPlayed = (events: readonly BattleEvent[], seat: string) =>
  events.some(({ event, data }) => event === 'chosen' && data.seat === seat && data.kind !== 'ready' && !data.forced && !data.timed_out);

export function hintsDue(ruleset: string, { battle, seat, decision, kind }: DecisionRequest, events: readonly BattleEvent[]): boolean {
  if (kind === 'ready') return false; // nothing is played yet
  if (!first.has(battle)) first.set(battle, decision);
  return first.get(battle) === decision && hintsOpen(ruleset) && !hasPlayed(events, seat);
}

export function closeHints(ruleset: string): void {
  try {
    localStorage.setItem(keyOf(ruleset), 'closed');
  } catch {
    // Without storage they are closed as long as the page lasts.
  }
}
