// What a side is worth in points: a rule of thumb to build two sides of one size by. The server knows no points but those of
// vehicles; how a battle will go is told by its odds.
//
//   land and sea units   era × (4 + modifiers, those of the enhanced included)
//   aircraft             strength × 4
//   vehicles             the points of their profile, which their rules give
//   tokens               1 each, and 2 for each advance and each step of advantage
import type { Catalog, JsonObject } from 'muster-client';

import { sideOf } from './setup_seats';
import { unitTypesOf, type ArmySide, type RosterUnit } from './army';
import { profilesOf, unitsOf, type Field } from './field';
import { builderOf } from './setups';

const base = 4;
const advance = 2;

export function unitWorth(unit: RosterUnit, enhanced: boolean): number {
  if (unit.class === 'aircraft') return base * (unit.strength ?? 0);
  return (unit.era ?? 0) * (base + (unit.modifier ?? 0) + (enhanced ? (unit.enhanced_modifier ?? 0) : 0));
}

/** Null where nothing is known of what a side has. */
export function pointsOf(catalog: Catalog, setup: JsonObject, seat: string): number | null {
  switch (builderOf(catalog)) {
    case 'civilization': return armyPoints(unitTypesOf(catalog, setup), setup[seat] as ArmySide);
    case 'skirmish': return fieldPoints(catalog, setup, seat);
    case 'tokens': return tokenPoints(sideOf(catalog, setup, seat));
    case 'table':
    case 'campaign':
    case 'text': return null;
  }
}

function armyPoints(roster: RosterUnit[], { army = [], aircraft = [] }: ArmySide): number {
  const units = new Map(roster.map((each) => [each.unit, each]));
  return [...army, ...aircraft].reduce((sum, { unit, count, enhanced = false }) => {
    const known = units.get(unit);
    return sum + (known ? unitWorth(known, enhanced) * (count || 0) : 0);
  }, 0);
}

function fieldPoints(catalog: Catalog, setup: JsonObject, seat: string): number {
  const points = new Map(profilesOf(catalog, setup).map((each) => [each.profile, each.points]));
  return unitsOf(setup as Field, seat).reduce((sum, { profile }) => sum + (points.get(profile) ?? 0), 0);
}

function tokenPoints(side: JsonObject): number {
  const advances = Array.isArray(side.advances) ? side.advances.length : 0;
  return Number(side.population ?? 0) + Number(side.armies ?? 0) + advance * (advances + Number(side.extra_advantage ?? 0));
}
