// The field of simple-combat while it is set up: cells in columns and rows, rocks, units and where they deploy. On a free field a cell is a square
// of 1 DU, as good as any other place to deploy to.
import type { Catalog, JsonObject, Setups } from 'muster-client';
import { gridKind, type GridKind, tenthsOfDu } from '../lib/cell_name';
import { Grid } from '../lib/grid';

export type Field = Setups['simple-combat'];
export type FieldUnit = Field['north']['units'][number];
export type At = FieldUnit['at'];
export type Profile = NonNullable<Field['profiles']>[number];
export type Weapon = NonNullable<Field['weapons']>[number];

export const widthOf = (field: Field) => field.width ?? 21;
export const heightOf = (field: Field) => field.height ?? 21;
export const isFree = (field: Field) => field.grid === 'free';

export const gridOf = (field: Field) => new Grid(gridKind(field.grid), widthOf(field), heightOf(field));

export function columnOf(field: Field, at: At): number {
  return isFree(field) ? Math.floor(at[0] / tenthsOfDu) : gridOf(field).column(at);
}
function rowOf(field: Field, at: At): number {
  return isFree(field) ? Math.floor(at[1] / tenthsOfDu) : at[1];
}
export function cellAt(field: Field, column: number, row: number): At {
  if (isFree(field)) return [(column + 0.5) * tenthsOfDu, (row + 0.5) * tenthsOfDu];
  return [...gridOf(field).placeAt(column, row)];
}
/** Whether two places are too near for two units. */
function clash(field: Field, one: At, other: At): boolean {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) < (isFree(field) ? tenthsOfDu : 1);
}

// The ruleset's own seats come from its catalog, as any strings.
const seatOf = (seat: string) => seat as 'north' | 'south';

export function unitsOf(field: Field, seat: string): FieldUnit[] {
  return field[seatOf(seat)].units;
}
export function unitAt(field: Field, seats: readonly string[], at: At): { unit: FieldUnit; seat: string } | null {
  for (const seat of seats) {
    const unit = unitsOf(field, seat).find((each) => clash(field, each.at, at));
    if (unit) return { unit, seat };
  }
  return null;
}
export function isRock(field: Field, at: At): boolean {
  if (!isFree(field)) return (field.impassable ?? []).some((each) => clash(field, each, at));
  // Around a polygon as a box: there is room elsewhere.
  const half = tenthsOfDu / 2;
  const meets = (polygon: At[], axis: 0 | 1) => Math.min(...polygon.map((point) => point[axis])) < at[axis] + half && Math.max(...polygon.map((point) => point[axis])) > at[axis] - half;
  return (field.polygons ?? []).some((polygon) => meets(polygon, 0) && meets(polygon, 1));
}

export function profilesOf(catalog: Catalog, setup: JsonObject): Profile[] {
  const profiles = new Map<string, Profile>();
  const own = Array.isArray(setup.profiles) ? setup.profiles : [];
  for (const each of [...(catalog.roster ?? []), ...own] as Profile[]) {
    if (typeof each?.profile === 'string') profiles.set(each.profile, each);
  }
  return [...profiles.values()];
}

/** From the side's own edge, a row left free behind it, from the middle outwards with room between. */
function freeCell(field: Field, seats: readonly string[], seat: string): At | null {
  const [width, height] = [widthOf(field), heightOf(field)];
  const depth = (step: number) => (seat === seats[0] ? step : height - 1 - step);
  const steps = [...Array(height).keys()].map((step) => (step + 1) % height);
  for (const step of steps) {
    for (let offset = 0; offset < width; offset++) {
      const column = Math.floor(width / 2) + (offset % 2 ? 1 : -1) * Math.ceil(offset / 2) * 2;
      if (column < 0 || column >= width) continue;
      const at = cellAt(field, column, depth(step));
      if (!isRock(field, at) && !unitAt(field, seats, at)) return at;
    }
  }
  return null;
}

function freeId(field: Field, seats: readonly string[], seat: string): string {
  const taken = new Set(seats.flatMap((each) => unitsOf(field, each).map((unit) => unit.id)));
  for (let number = 1; ; number++) {
    const id = `${seat.charAt(0)}${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Adds units where there is room, or takes away the last ones. */
export function setUnits(field: Field, seats: readonly string[], seat: string, profile: string, count: number): void {
  const units = unitsOf(field, seat);
  let have = units.filter((each) => each.profile === profile).length;
  for (; have < count; have++) {
    const at = freeCell(field, seats, seat);
    if (!at) return;
    units.push({ id: freeId(field, seats, seat), profile, at });
  }
  for (; have > count; have--) {
    units.splice(units.map((each) => each.profile).lastIndexOf(profile), 1);
  }
}

/** None: the server's rules have no free fields yet. */
export const freeExample = (catalog: Catalog) => catalog.presets?.map(({ setup }) => setup as Field).find(isFree);

/** The example of a free field in the place of what there is: no cell says where its polygons are. */
export function setFree(field: Field, catalog: Catalog): void {
  const example = freeExample(catalog);
  if (!example) return;
  const { polygons, width, height, north, south } = JSON.parse(JSON.stringify(example)) as Field;
  delete field.impassable;
  delete field.terrain;
  for (const weapon of field.weapons ?? []) if (weapon.against) weapon.against = weapon.against.filter(({ terrain }) => terrain === undefined);
  Object.assign(field, { grid: 'free', polygons, width, height, north, south });
}

/** Another size or another grid: everything keeps its column and row; what no longer fits is deployed anew or falls away. */
export function reshape(field: Field, seats: readonly string[], change: { grid?: GridKind; width?: number; height?: number }): void {
  // A free field's units stay as they are: whoever does not fit any more is told of by the server.
  if (isFree(field) && (change.grid ?? 'free') === 'free') return void Object.assign(field, change);
  const places = new Map<FieldUnit, At>();
  for (const seat of seats) for (const unit of unitsOf(field, seat)) places.set(unit, [columnOf(field, unit.at), rowOf(field, unit.at)]);
  const drawn = (cells: readonly At[] = []) => cells.map((at): At => [columnOf(field, at), at[1]]);
  const rocks = drawn(field.impassable);
  const kinds = field.terrain?.map((kind) => ({ ...kind, cells: drawn(kind.cells) }));
  delete field.polygons;
  Object.assign(field, change);
  const fits = ([column, row]: At) => column < widthOf(field) && row < heightOf(field);
  const kept = (cells: At[]) => cells.filter(fits).map(([column, row]) => cellAt(field, column, row));
  field.impassable = kept(rocks);
  if (kinds) field.terrain = kinds.map((kind) => ({ ...kind, cells: kept(kind.cells) }));
  for (const seat of seats) {
    const units = unitsOf(field, seat);
    const homeless: FieldUnit[] = [];
    field[seatOf(seat)] = { ...field[seatOf(seat)], units: [] };
    for (const unit of units) {
      const [column, row] = places.get(unit)!;
      if (fits([column, row])) unitsOf(field, seat).push({ ...unit, at: cellAt(field, column, row) });
      else homeless.push(unit);
    }
    for (const unit of homeless) {
      const at = freeCell(field, seats, seat);
      if (at) unitsOf(field, seat).push({ ...unit, at });
    }
  }
}

/** The field with nothing on it but units. */
export function clearField(field: Field): void {
  field.impassable = [];
  for (const kind of field.terrain ?? []) kind.cells = [];
}

/** The rocks of the example that lie in this field and under no unit. */
export function setRocks(field: Field, seats: readonly string[], rocks: readonly At[], from: Field): void {
  clearField(field);
  field.impassable = rocks
    .map((at) => cellAt(field, columnOf(from, at), at[1]))
    .filter((at) => columnOf(field, at) < widthOf(field) && at[1] < heightOf(field) && !unitAt(field, seats, at));
}
