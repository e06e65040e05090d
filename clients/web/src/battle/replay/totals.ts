// What a side has left at a moment, in one number.
import type { Table } from 'muster-client/table';

export interface Count {
  seat: string;
  left: number;
  start: number;
  /** where points count, once there are some */
  points: number | null;
}

function unitsOf(table: Table, seat: string): number {
  const side = table.sides.find((each) => each.seat === seat);
  if (!side) return 0;
  if (table.map) return table.map.units.filter((unit) => unit.seat === seat && !unit.destroyed).length;
  return [...side.pieces, ...side.tokens].reduce((sum, { living }) => sum + living, 0);
}

/** `first`: the table before the first event. */
export function countsOf(first: Table, table: Table): Count[] {
  return table.sides.map(({ seat }) => ({ seat, left: unitsOf(table, seat), start: unitsOf(first, seat), points: table.map?.points[seat] ?? null }));
}
