// Throws in words.
import { t } from '../../lib/i18n.svelte';
import { seatWord } from '../../lib/sides';
import type { Throw, Wanted } from './ledger';

/** Who threw, by his name; one who has none by his seat's. */
export const whoOf = ({ seat, name }: Pick<Throw, 'seat' | 'name'>) => (name && name !== seat ? name : seatWord(seat));

/** What somebody wants to throw; `who` names him. */
export const wantsText = ({ seat, roll, words }: Wanted, who: (seat: string) => string) => (words ? t.throws.wants_for({ who: who(seat), roll, words }) : t.throws.wants({ who: who(seat), roll }));

export const resultOf = ({ total, hits }: Throw) => (hits === null ? t.throws.total({ n: total }) : t.throws.result_hits({ hits, n: total }));

export function sentenceOf(thrown: Throw): string {
  const told = { who: whoOf(thrown), roll: thrown.roll, result: resultOf(thrown) };
  return thrown.words ? t.throws.told_for({ ...told, words: thrown.words }) : t.throws.told(told);
}
