// What a cell of simple-combat's field is called, on the board's edge and in every sentence: its column by letters, A to Z, then AA, and
// its row from 1. The wire's own numbers are shown nowhere: on hexes they run aslant, and no ruler along an edge could agree with them.
// It stands apart from the geometry (grid.ts), for the log names cells where no map is loaded.

import { whole } from './numbers';

/** What a field of simple-combat is made of; a free one has no cells. */
export type GridKind = 'hex' | 'square' | 'free';

export function gridKind(grid: unknown): GridKind {
  return grid === 'square' || grid === 'free' ? grid : 'hex';
}

/** On a free field, where places are in tenths of a DU. */
export const tenthsOfDu = 10;

const letters = 26;

export function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % letters));
  return column < letters ? last : columnName(Math.floor(column / letters) - 1) + last;
}

export function rowName(row: number): string {
  return String(row + 1);
}

/** `[q,r]` on hexes, `[x,y]` on squares; on a free field how many DU from the west and from the north. */
export function cellName(kind: GridKind, [first, second]: readonly [number, number]): string {
  if (kind === 'free') return `${whole(first / tenthsOfDu)} / ${whole(second / tenthsOfDu)}`;
  return columnName(kind === 'hex' ? first + (second >> 1) : first) + rowName(second);
}
