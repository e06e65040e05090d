// What fights on a side, in short.
import type { Catalog, JsonObject } from 'muster-client';

import { t } from '../lib/i18n.svelte';
import { known } from '../lib/known';
import { blockWords, unitWord } from '../lib/words';
import { unitTypesOf, type ArmySide } from './army';
import { profilesOf, unitsOf, type Field } from './field';
import { sideOf } from './setup_seats';
import { builderOf } from './setups';

export function forcesOf(catalog: Catalog, setup: JsonObject, seat: string): string[] {
  const kind = builderOf(catalog);
  if (kind === 'civilization') return troopsOf(catalog, setup, seat);
  if (kind === 'skirmish') return vehiclesOf(catalog, setup, seat);
  return kind === 'tokens' ? tokensOf(sideOf(catalog, setup, seat)) : [];
}

function troopsOf(catalog: Catalog, setup: JsonObject, seat: string): string[] {
  const names = new Map(unitTypesOf(catalog, setup).map((each) => [each.unit, each.name]));
  const { army = [], aircraft = [] } = setup[seat] as ArmySide;
  return [...army, ...aircraft].map(({ unit, count, enhanced = false }) => blockWords(unitWord(unit, names.get(unit)), { count, enhanced }));
}

function vehiclesOf(catalog: Catalog, setup: JsonObject, seat: string): string[] {
  const names = new Map(profilesOf(catalog, setup).map((each) => [each.profile, each.name]));
  const counts = new Map<string, number>();
  for (const { profile } of unitsOf(setup as Field, seat)) counts.set(profile, (counts.get(profile) ?? 0) + 1);
  return [...counts].map(([profile, count]) => blockWords(unitWord(profile, names.get(profile)), { count }));
}

function tokensOf(side: JsonObject): string[] {
  const words = { population: t.common.tokens.people, armies: t.common.tokens.soldiers };
  const tokens = Object.entries(words).flatMap(([kind, word]) => (Number(side[kind] ?? 0) > 0 ? [blockWords(word, { count: Number(side[kind]) })] : []));
  const advances = Array.isArray(side.advances) ? (side.advances as string[]) : [];
  return [...tokens, ...advances.map((each) => known(t.common.advance_names, each) ?? each)];
}
