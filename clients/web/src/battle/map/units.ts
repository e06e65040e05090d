// Units as the map shows them.
import type { JsonObject } from 'muster-client';

import type { MapState, MapUnit, Table } from 'muster-client/table';
import { tenthsOfDu } from '../../lib/cell_name';
import { type Board, keyOf, type Place } from './board';

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

/** On a free field a point on a unit's base is that unit's; elsewhere each place is itself. */
export function ownerOf(board: Board, map: MapState, place: Place): Place {
  const on = board.free && map.units.find(({ at, destroyed }) => !destroyed && Math.max(Math.abs(at[0] - place[0]), Math.abs(at[1] - place[1])) <= tenthsOfDu / 2);
  return on ? on.at : place;
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
  /** how far somebody comes, or shoots, over a free field, in DU */
  rings: { at: Place; radius: number; shoots: boolean }[];
  /** units that may be fired at, with the lines of sight that are known; those that are aimed at stand out */
  sights: { target: string; aimed: boolean; drawn: boolean }[];
  /** what the decision knows of a unit, by its id */
  facts: ReadonlyMap<string, readonly string[]>;
}

// ---- of several units one is picked: what a decision on the map begins with ----

interface Option {
  unit: string;
}

/** The one that a half-made choice is about; else the first. */
export function pickedOf<Any extends Option>(options: readonly Any[], choice: JsonObject): Any | undefined {
  return options.find(({ unit }) => unit === choice.unit) ?? options[0];
}

/** An overlay that shows which are to be picked and which one is. */
export function picking(options: readonly Option[], picked: Option | undefined): Overlay {
  return { picked: picked?.unit ?? null, waiting: new Set(options.map(({ unit }) => unit)), reach: new Map(), path: [], rings: [], sights: [], facts: new Map() };
}

/** The one that stands on a cell. */
export function optionAt<Any extends Option>(options: readonly Any[], map: MapState, place: Place): Any | undefined {
  const standing = unitAt(map, place);
  return standing ? options.find(({ unit }) => unit === standing.id) : undefined;
}
