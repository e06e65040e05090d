// Units as the map shows them.
import type { MapState, MapUnit, Table } from '../table';
import { keyOf, type Place } from './board';

/** The map of a table; an empty one where a table has none. */
export function mapOf(table: Table): MapState {
  return table.map ?? { turn: 0, units: [], initiative: null, lastMove: null, lastFire: null, points: {} };
}

/** Living units, and those that the last shots destroyed. */
export function shownUnits(map: MapState): MapUnit[] {
  const hit = new Set(map.lastFire?.shots.map((shot) => shot.target));
  return map.units.filter((unit) => !unit.destroyed || hit.has(unit.id));
}

export function unitNamed(map: MapState, id: string): MapUnit | null {
  return map.units.find((unit) => unit.id === id) ?? null;
}

export function unitAt(map: MapState, place: Place): MapUnit | null {
  const key = keyOf(place);
  return map.units.find((unit) => !unit.destroyed && keyOf(unit.at) === key) ?? null;
}

/** What is drawn over the field while somebody chooses. */
export interface Overlay {
  /** the unit that acts */
  picked: string | null;
  /** units that may be picked; others of that side are pale */
  waiting: ReadonlySet<string>;
  /** cells in reach with their cost, by place */
  reach: ReadonlyMap<string, number>;
  /** the way that is being considered */
  path: Place[];
  /** lines of sight to units; those that are aimed at stand out */
  sights: { target: string; aimed: boolean }[];
}
