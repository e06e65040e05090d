// With what a nation begins on the whole of a campaign's map, in short.
import type { JsonObject } from 'muster-client';

import { t } from '../lib/i18n.svelte';
import { advanceWord } from './advances';
import { isObject } from './setup_seats';

export function nationForces(side: JsonObject): string[] {
  const sum = (kind: string) => Object.values(isObject(side[kind]) ? side[kind] : {}).reduce((all: number, each) => all + (Number(each) || 0), 0);
  const counts = { people: sum('population'), soldiers: sum('armies'), fleet: sum('ships'), towns: Array.isArray(side.cities) ? side.cities.length : 0 };
  const units = (Object.keys(counts) as (keyof typeof counts)[]).filter((kind) => counts[kind] > 0).map((kind) => t.lands.has[kind]({ n: counts[kind] }));
  const advances = Array.isArray(side.advances) ? (side.advances as string[]) : [];
  return [...units, ...advances.map(advanceWord)];
}
