// What the request of a `move` offers, and the cheapest way to a cell.
import type { JsonObject, OptionsOf } from 'muster-client';

import { type Board, keyOf, type Place, samePlace } from './board';

/** A unit that has yet to move; cells and friends `through` whom it can go, as [first, second, cost]. */
export type MoveOption = OptionsOf<'move'>['units'][number];

export function moveOptions(options: JsonObject): MoveOption[] {
  return (options.units as MoveOption[] | undefined) ?? [];
}

/** Where the unit can stop, by place, with the least cost. */
export function costsOf(option: MoveOption): Map<string, number> {
  return new Map(option.cells.map(([first, second, cost]) => [keyOf([first, second]), cost]));
}

/**
 * The cells of a cheapest way to `to`, without the start; null if the unit cannot stop there. Each step back goes to a
 * neighbour that costs one less, which the options name, so that no rule about who is in the way is needed here.
 */
export function cheapestPath(board: Board, option: MoveOption, to: Place): Place[] | null {
  if (samePlace(option.at, to)) return [];
  const costs = costsOf(option);
  if (!costs.has(keyOf(to))) return null;
  for (const [first, second, cost] of option.through) costs.set(keyOf([first, second]), cost);
  costs.set(keyOf(option.at), 0);
  const path: Place[] = [to];
  for (let here = to; !samePlace(here, option.at); ) {
    const cost = costs.get(keyOf(here))!;
    const before = board.neighbours(here).find((each) => costs.get(keyOf(each)) === cost - 1);
    if (!before) return null;
    if (!samePlace(before, option.at)) path.unshift(before);
    here = before;
  }
  return path;
}
