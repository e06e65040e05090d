// Hints for who plays a ruleset for the first time: at the first decision of a battle, until somebody closes them on this device.
import type { DecisionRequest } from 'muster-client';

import { withTexts } from '../../lib/i18n.svelte';

const keyOf = (ruleset: string) => `muster.hints.${ruleset}`;

/** The first decision of each battle that this page has shown. */
const first = new Map<string, number>();

/** Nobody has closed them yet. */
export const hintsOpen = (ruleset: string) => localStorage.getItem(keyOf(ruleset)) === null;

export const loadHints = () => withTexts('hints', () => import('./FirstTime.svelte'));

export function hintsDue(ruleset: string, { battle, decision, kind }: DecisionRequest): boolean {
  if (kind === 'ready') return false; // nothing is played yet
  if (!first.has(battle)) first.set(battle, decision);
  return first.get(battle) === decision && hintsOpen(ruleset);
}

export function closeHints(ruleset: string): void {
  try {
    localStorage.setItem(keyOf(ruleset), 'closed');
  } catch {
    // Without storage they are closed as long as the page lasts.
  }
}
