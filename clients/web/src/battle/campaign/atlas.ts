// The map of a campaign as its setup has it: areas in the map's order, what borders on what, and whose nations they are.
import type { JsonObject } from 'muster-client';
import { list, number, object, objects, text, words } from 'muster-client/table';

export interface Area {
  area: string;
  /** tokens that it feeds; 0 of open sea */
  limit: number;
  site: boolean;
  /** areas with the same word share a flood plain, or a volcano */
  plain: string;
  volcano: string;
  sea: boolean;
}

export type Border = readonly [string, string];

export interface Atlas {
  areas: readonly Area[];
  byName: ReadonlyMap<string, Area>;
  land: readonly Border[];
  water: readonly Border[];
  turns: number;
  seats: readonly string[];
  /** pieces of each nation */
  tokens: number;
}

const tokensOfNation = 55; // where the setup does not say

function borders(value: unknown, known: ReadonlyMap<string, Area>): Border[] {
  return list(value as never).flatMap((pair): Border[] => {
    const [one, other] = words(pair);
    return one !== undefined && other !== undefined && known.has(one) && known.has(other) ? [[one, other]] : [];
  });
}

function read(setup: JsonObject): Atlas {
  const areas = objects(setup.areas).map((each): Area => ({
    area: text(each.area),
    limit: number(each.limit),
    site: each.city_site === true,
    plain: text(each.flood_plain),
    volcano: text(each.volcano),
    sea: each.open_sea === true,
  }));
  const byName = new Map(areas.map((each) => [each.area, each]));
  return {
    areas,
    byName,
    land: borders(setup.land, byName),
    water: borders(setup.water, byName),
    turns: number(setup.turns),
    seats: objects(setup.nations).map(({ seat }) => text(seat)),
    tokens: number(object(setup.pieces).tokens, tokensOfNation),
  };
}

const kept = new WeakMap<JsonObject, Atlas>();

/** One for each setup, however often it is asked for. */
export function atlasOf(setup: JsonObject): Atlas {
  const known = kept.get(setup) ?? read(setup);
  kept.set(setup, known);
  return known;
}

/** Areas on the other side of a border, in the map's order. */
export function neighbours({ areas }: Atlas, of: readonly Border[], area: string): string[] {
  const found = new Set(of.flatMap(([one, other]) => (one === area ? [other] : other === area ? [one] : [])));
  return areas.filter((each) => found.has(each.area)).map((each) => each.area);
}
