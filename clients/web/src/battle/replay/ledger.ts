// Luck told from choices: a ledger as the page shows it. The server works it out.
import type { Ledger, LedgerSide, LedgerStep } from 'muster-client';

import { language, t } from '../../lib/i18n.svelte';
import { capital } from '../../lib/words';

/** Hundredths of the chance to win, as they are spoken of. */
export const pointsOf = (change: number): number => Math.round(change * 100);

/** What an end before its time that was nobody's did to each side. */
export function endsOf({ sides, steps }: Ledger): number[] {
  const ends = steps.filter(({ cause, seat }) => cause === 'end' && !seat);
  return sides.map((_, place) => ends.reduce((sum, { changes }) => sum + changes[place]!.sum, 0));
}

/** What the choices of all others did to a side. `end`: of endsOf(). */
export const othersOf = ({ choices, own }: LedgerSide, end: number): number => choices.sum - own.sum - end;

/** "The dice cost 31 points and own choices cost 9 points." */
export function toldOf(side: LedgerSide, end: number): string {
  const parts = [
    { change: side.luck.sum, word: t.replay.ledger.dice_did },
    { change: side.own.sum, word: t.replay.ledger.own_did },
    { change: othersOf(side, end), word: t.replay.ledger.others_did },
    { change: end, word: t.replay.ledger.end_did },
  ].filter(({ change }) => pointsOf(change) !== 0);
  const told = parts.map(({ change, word }) => word({ way: change < 0 ? 'cost' : 'gave', points: Math.abs(pointsOf(change)) }));
  return capital(told.length > 0 ? new Intl.ListFormat(language()).format(told) : t.replay.ledger.nothing_did);
}

/** What is left open of what is told, in points; 0: nothing is. */
export function openOf({ exact, sides }: Ledger): number {
  return exact ? 0 : Math.max(1, ...sides.flatMap(({ luck, choices }) => [pointsOf(luck.error), pointsOf(choices.error)]));
}

const sizeOf = ({ changes }: LedgerStep): number => Math.max(...changes.map(({ sum }) => Math.abs(sum)));

/** The steps that changed most, the largest first: at most so many, and none that nobody would notice. */
export function largestOf({ steps }: Ledger, count: number): LedgerStep[] {
  return [...steps]
    .filter((step) => pointsOf(sizeOf(step)) > 0)
    .sort((one, other) => sizeOf(other) - sizeOf(one) || one.seq - other.seq)
    .slice(0, count);
}
