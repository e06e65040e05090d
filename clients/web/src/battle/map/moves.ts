// What the request of a `move` offers.
import type { JsonObject, OptionsOf } from 'muster-client';

import { keyOf } from './board';

/** A unit that has yet to move, and the cells where it can stop, as [first, second, cost]. */
export type MoveOption = Extract<OptionsOf<'move'>, { units: unknown }>['units'][number];

export function moveOptions(options: JsonObject): MoveOption[] {
  return (options.units as MoveOption[] | undefined) ?? [];
}

/** Where the unit can stop, by place, with the least cost. */
export function costsOf(option: MoveOption): Map<string, number> {
  return new Map(option.cells.map(([first, second, cost]) => [keyOf([first, second]), cost]));
}
