// Rows of counters and choices of units, one made from the other.
import type { Json, JsonObject } from 'muster-client';
import { capital } from '../../lib/words';
import type { Naming } from '../naming';
import { number, objects, type Piece, rosterOf, type Side, text, troops } from 'muster-client/table';
import type { RankChoice } from '../table_choice.svelte';
import type { Row } from './UnitCounters.svelte';

/** The units among a decision's options, as rows; what options do not say of a unit comes from the roster. */
export function rowsOf(offered: Json | undefined, setup: JsonObject, naming: Naming): Row[] {
  const unitOf = rosterOf(setup);
  return objects(offered).map((each) => {
    const unit = unitOf(text(each.unit));
    return {
      unit: text(each.unit),
      enhanced: each.enhanced === true,
      name: capital(naming.unit(text(each.unit))),
      kind: text(each.class) || unit.kind,
      era: number(each.era, unit.era),
      max: number(each.count),
    };
  });
}

export function countsOf(rows: Row[], choice: JsonObject): number[] {
  const list = troops(choice.units);
  return rows.map((row) => list.find((each) => each.unit === row.unit && each.enhanced === row.enhanced)?.count ?? 0);
}

export function choiceOf(rows: Row[], counts: number[]): JsonObject {
  const units = rows.map((row, at) => ({ unit: row.unit, enhanced: row.enhanced, count: counts[at] ?? 0 }));
  return { units: units.filter((each) => each.count > 0) };
}

/** One row's count set, as far as there are pieces and as there is room for more. */
export function withCount(rows: Row[], counts: number[], at: number, value: number, room: number): number[] {
  const most = Math.min(rows[at]!.max, (counts[at] ?? 0) + Math.max(0, room));
  const count = Math.max(0, Math.min(most, Math.floor(Number.isFinite(value) ? value : 0)));
  return rows.map((_, index) => (index === at ? count : (counts[index] ?? 0)));
}

/** The same rows as two ranks on the table. `room`: for how many more of a row. */
export function ranksOf(rank: Pick<RankChoice, 'seat' | 'title' | 'lost'>, rows: Row[], counts: number[], room: (row: Row) => number, set: (at: number, count: number) => void): RankChoice {
  const at = (unit: string, enhanced: boolean) => rows.findIndex((row) => row.unit === unit && row.enhanced === enhanced);
  return {
    ...rank,
    of: (unit, enhanced) => {
      const row = at(unit, enhanced);
      return row < 0 ? null : { chosen: counts[row] ?? 0, most: rows[row]!.max };
    },
    full: (unit, enhanced) => {
      const row = at(unit, enhanced);
      return row >= 0 && room(rows[row]!) <= 0;
    },
    move: (unit, enhanced, by) => {
      const row = at(unit, enhanced);
      if (row >= 0) set(row, (counts[row] ?? 0) + by);
    },
  };
}

export function sum(counts: number[]): number {
  return counts.reduce((all, each) => all + each, 0);
}

export function pieceOf(side: Side | undefined, row: { unit: string; enhanced: boolean }): Piece | undefined {
  return side?.pieces.find((piece) => piece.unit === row.unit && piece.enhanced === row.enhanced);
}

/** Whether two choices are of the same units. */
export function sameUnits(one: JsonObject, other: JsonObject): boolean {
  const [a, b] = [troops(one.units), troops(other.units)].map((list) => list.filter(({ count }) => count > 0).map((each) => `${each.unit}/${each.enhanced}/${each.count}/${each.supported ?? ''}`).sort().join());
  return a === b;
}
