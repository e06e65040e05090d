// Armies of the Civilization rulesets as a setup has them, and the roster they are built from.
import type { Catalog, JsonObject } from 'muster-client';

export type RosterUnit = {
  unit: string;
  name?: string;
  class: string;
  era?: number;
  modifier?: number;
  enhanced_modifier?: number;
  strength?: number;
};

export type ArmyEntry = {
  unit: string;
  count: number;
  enhanced?: boolean;
};

export type ArmySide = {
  army?: ArmyEntry[];
  aircraft?: ArmyEntry[];
  technologies?: number;
};

export interface UnitGroup {
  key: string;
  units: RosterUnit[];
  /** folded until it is wanted */
  folded: boolean;
}

/** Every type of unit: the catalog's, and those that the setup adds or puts in their place. */
export function unitTypesOf(catalog: Catalog, setup: JsonObject): RosterUnit[] {
  const units = new Map<string, RosterUnit>();
  const own = Array.isArray(setup.roster) ? setup.roster : [];
  for (const each of [...(catalog.roster ?? []), ...own] as RosterUnit[]) {
    if (typeof each?.unit === 'string') units.set(each.unit, each);
  }
  return [...units.values()];
}

/** Land units by era, then ships, then aircraft. A roster of ships only is no side matter. */
export function groupsOf(roster: RosterUnit[]): UnitGroup[] {
  const groups = new Map<string, RosterUnit[]>();
  for (const unit of roster) {
    const key = unit.class === 'fleet' || unit.class === 'aircraft' ? unit.class : `era${unit.era ?? 0}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  const keys = [...groups.keys()].sort((a, b) => rank(a) - rank(b));
  const land = keys.some((key) => key.startsWith('era'));
  return keys.map((key) => ({ key, units: groups.get(key)!, folded: key === 'aircraft' || (key === 'fleet' && land) }));
}

function rank(key: string): number {
  if (key === 'fleet') return 100;
  if (key === 'aircraft') return 101;
  return Number(key.slice(3));
}

export function countOf(side: ArmySide, unit: RosterUnit, enhanced: boolean): number {
  const entries = (unit.class === 'aircraft' ? side.aircraft : side.army) ?? [];
  return entries.filter((each) => each.unit === unit.unit && (each.enhanced ?? false) === enhanced).reduce((sum, each) => sum + each.count, 0);
}

/** One entry for each unit and kind; the army itself stays, even when empty, since a setup must have it. */
export function setCount(side: ArmySide, unit: RosterUnit, enhanced: boolean, count: number): void {
  const list = unit.class === 'aircraft' ? 'aircraft' : 'army';
  const entries = side[list] ?? [];
  const mine = (each: ArmyEntry) => each.unit === unit.unit && (each.enhanced ?? false) === enhanced;
  const at = entries.findIndex(mine);
  const rest = entries.filter((each) => !mine(each));
  if (count > 0) rest.splice(at < 0 ? rest.length : at, 0, { unit: unit.unit, count, ...(enhanced ? { enhanced } : {}) });
  if (list === 'aircraft' && rest.length === 0) delete side.aircraft;
  else side[list] = rest;
}

export function piecesOf(side: ArmySide): number {
  return [...(side.army ?? []), ...(side.aircraft ?? [])].reduce((sum, each) => sum + (each.count || 0), 0);
}
