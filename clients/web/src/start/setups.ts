// Setups with nothing in them yet, and pasted ones made whole: builders may count on every side being there.
import type { Catalog, JsonObject } from 'muster-client';

import { isObject, namesSeats, objectsOf, seatListOf } from './setup_seats';
import { seatColours } from '../lib/sides';

export type Builder = 'civilization' | 'tokens' | 'skirmish' | 'table' | 'campaign' | 'text';

/** Which builder makes setups of that shape. */
export function builderOf(catalog: Catalog): Builder {
  const has = (field: string) => Object.hasOwn((catalog.setup_schema.properties ?? {}) as object, field);
  const list = seatListOf(catalog);
  if (list?.of === 'words') return 'table';
  if (list && has('areas') && has('land')) return 'campaign';
  if (has('population_limit')) return 'tokens';
  if (has('impassable')) return 'skirmish';
  return objectsOf(catalog.roster).some((each) => typeof each.unit === 'string') ? 'civilization' : 'text';
}

/** What is smallest: two seats, and where they need land, an area for each. Where it is only text that one writes, it is the example. */
export function emptySetup(catalog: Catalog): JsonObject {
  const kind = builderOf(catalog);
  if (kind === 'text') return { ...catalog.example };
  if (kind === 'table') return { seats: seatColours.slice(0, 2) };
  if (kind === 'campaign') return emptyCampaign();
  const side = (): JsonObject => (kind === 'civilization' ? { army: [] } : kind === 'skirmish' ? { units: [] } : {});
  const setup: JsonObject = Object.fromEntries(catalog.seats.map((seat) => [seat, side()]));
  if (kind === 'tokens') setup.population_limit = 2;
  return setup;
}

function emptyCampaign(): JsonObject {
  const areas = ['area_1', 'area_2'];
  const nations = seatColours.slice(0, areas.length).map((seat, place): JsonObject => ({ seat, population: { [areas[place]!]: 1 } }));
  return { turns: 6, areas: areas.map((area) => ({ area, limit: 2 })), land: [areas], water: [], nations };
}

/** A copy in which every side has its lists, so that a builder can show it; what else is wrong with it the server says. */
export function wholeSetup(catalog: Catalog, given: JsonObject): JsonObject {
  const setup = JSON.parse(JSON.stringify(given)) as JsonObject;
  const kind = builderOf(catalog);
  if (kind === 'campaign') return wholeCampaign(setup);
  if (kind === 'text' || kind === 'table' || namesSeats(catalog, setup)) return setup;
  const empty = emptySetup(catalog);
  for (const seat of catalog.seats) {
    const side = isObject(setup[seat]) ? setup[seat] : {};
    for (const [list, none] of Object.entries(empty[seat] as JsonObject)) {
      side[list] = Array.isArray(side[list]) ? objectsOf(side[list]) : none;
    }
    setup[seat] = side;
  }
  if (kind === 'skirmish') keepCells(catalog, setup);
  return setup;
}

/** Areas and nations without a word of their own, and borders that are no two words, could not be drawn. */
function wholeCampaign(setup: JsonObject): JsonObject {
  const isBorder = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
  const named = (list: unknown, by: string) => [...new Map(objectsOf(list).filter((each) => typeof each[by] === 'string').map((each) => [each[by], each])).values()];
  setup.areas = named(setup.areas, 'area');
  for (const borders of ['land', 'water']) setup[borders] = (Array.isArray(setup[borders]) ? setup[borders] : []).filter(isBorder);
  setup.nations = named(setup.nations, 'seat');
  return setup;
}

/** Cells that are none would have no place on the map. */
function keepCells(catalog: Catalog, setup: JsonObject): void {
  const isCell = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each));
  const isPolygon = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isCell);
  for (const seat of catalog.seats) {
    const side = setup[seat] as JsonObject;
    side.units = objectsOf(side.units).filter((unit) => isCell(unit.at));
  }
  const cellsOf = (value: unknown) => (Array.isArray(value) ? value : []).filter(isCell);
  if (setup.impassable !== undefined) setup.impassable = cellsOf(setup.impassable);
  if (setup.polygons !== undefined) setup.polygons = (Array.isArray(setup.polygons) ? setup.polygons : []).filter(isPolygon);
  if (setup.terrain !== undefined) setup.terrain = objectsOf(setup.terrain).map((kind) => ({ ...kind, cells: cellsOf(kind.cells) }));
}
