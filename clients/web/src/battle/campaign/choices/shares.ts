// Numbers that have their bounds one by one, and perhaps a sum: where tokens grow, who loses how much, how many of the lost are armies.
import type { JsonObject } from 'muster-client';
import { number, object, objects, text } from 'muster-client/table';

export interface Share {
  name: string;
  least: number;
  most: number;
}

export interface Division {
  shares: Share[];
  /** what they come to altogether; null: it is not asked */
  total: number | null;
}

/** `total` to be divided, no more of it to each than its cap. */
export function divided(options: JsonObject): Division {
  return { shares: Object.entries(object(options.caps)).map(([name, cap]) => ({ name, least: 0, most: number(cap) })), total: number(options.total) };
}

/** So many tokens are lost in each area: which of them can be armies. */
export function lost(options: JsonObject): Division {
  const shares = objects(options.areas).map((each) => {
    const [due, population, armies] = [number(each.lost), number(each.population), number(each.armies)];
    return { name: text(each.area), least: Math.max(0, due - population), most: Math.min(due, armies) };
  });
  return { shares, total: null };
}

export const countsOf = ({ shares }: Division, chosen: JsonObject): number[] => shares.map(({ name, least }) => Math.max(least, number(chosen[name])));
export const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);

/** Without 0, as the server has it; of what has no sum, all. */
export function chosenOf({ shares, total }: Division, counts: readonly number[]): Record<string, number> {
  const all = shares.map(({ name }, at): [string, number] => [name, counts[at] ?? 0]);
  return Object.fromEntries(total === null ? all : all.filter(([, count]) => count > 0));
}

/** The most that one may become, while the others stay. */
export function shareMost({ shares, total }: Division, counts: readonly number[], at: number): number {
  const { most } = shares[at]!;
  return total === null ? most : Math.min(most, (counts[at] ?? 0) + Math.max(0, total - sum(counts)));
}

export function isComplete({ shares, total }: Division, counts: readonly number[]): boolean {
  return (total === null || sum(counts) === total) && shares.every(({ least, most }, at) => (counts[at] ?? 0) >= least && (counts[at] ?? 0) <= most);
}
