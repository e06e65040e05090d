// Setups with nothing in them yet, and pasted ones made whole: builders may count on every side being there.
import type { Catalog, JsonObject } from 'muster-client';

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export type Builder = 'civilization' | 'tokens' | 'skirmish' | 'text';

export function builderOf(catalog: Catalog): Builder {
  if (catalog.id === 'armies') return 'tokens';
  if (catalog.id === 'simple-combat') return 'skirmish';
  return objectsOf(catalog.roster).some((each) => typeof each.unit === 'string') ? 'civilization' : 'text';
}

export function emptySetup(catalog: Catalog): JsonObject {
  const kind = builderOf(catalog);
  const side = (): JsonObject => (kind === 'civilization' ? { army: [] } : kind === 'skirmish' ? { units: [] } : {});
  const setup: JsonObject = Object.fromEntries(catalog.seats.map((seat) => [seat, side()]));
  if (kind === 'tokens') setup.population_limit = 2;
  return setup;
}

/** A copy in which every side has its lists, so that a builder can show it; what else is wrong with it the server says. */
export function wholeSetup(catalog: Catalog, given: JsonObject): JsonObject {
  const setup = JSON.parse(JSON.stringify(given)) as JsonObject;
  const empty = emptySetup(catalog);
  for (const seat of catalog.seats) {
    const side = isObject(setup[seat]) ? setup[seat] : {};
    for (const [list, none] of Object.entries(empty[seat] as JsonObject)) {
      side[list] = Array.isArray(side[list]) ? objectsOf(side[list]) : none;
    }
    setup[seat] = side;
  }
  if (builderOf(catalog) === 'skirmish') keepCells(catalog, setup);
  return setup;
}

/** Cells that are none would have no place on the map. */
function keepCells(catalog: Catalog, setup: JsonObject): void {
  const isCell = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every((each) => Number.isInteger(each));
  for (const seat of catalog.seats) {
    const side = setup[seat] as JsonObject;
    side.units = objectsOf(side.units).filter((unit) => isCell(unit.at));
  }
  if (setup.impassable !== undefined) setup.impassable = (Array.isArray(setup.impassable) ? setup.impassable : []).filter(isCell);
}
