// What a plan would lead to, if nobody else moved: what stands in each area after all its rows, and where that is a conflict.
import type { JsonObject } from 'muster-client';
import { type CampaignState, type Holding, objects, text, words } from 'muster-client/table';
import type { Atlas } from '../atlas';
import { choiceOf, endOf, placeOf, type Plan, type Tokens } from './moves';

type Sides = ReadonlyMap<string, Holding>;
export type Areas = ReadonlyMap<string, Sides>;

const none: Holding = { population: 0, armies: 0, ships: 0, city: false };

/** Where everything stands once all rows are done. */
export function areasAfter({ areas }: CampaignState, seat: string, plan: Plan): Areas {
  const out = new Map(areas);
  const add = (area: string, { population, armies }: Tokens, ships = 0) => {
    const sides = new Map(out.get(area));
    const here = sides.get(seat) ?? none;
    sides.set(seat, { ...here, population: here.population + population, armies: here.armies + armies, ships: here.ships + ships });
    out.set(area, sides);
  };
  const carry = (from: string, to: string, tokens: Tokens) => {
    add(from, { population: -tokens.population, armies: -tokens.armies });
    add(to, tokens);
  };
  const { marches, voyages } = choiceOf(plan);
  for (const march of marches) carry(march.from, march.to, march);
  for (const voyage of voyages) {
    add(voyage.ship, none, -1);
    add(endOf(voyage), none, 1);
    for (const cargo of voyage.cargo) carry(placeOf(voyage, cargo.on), placeOf(voyage, cargo.off), cargo);
  }
  return out;
}

export interface Clash {
  area: string;
  /** who has tokens there, and how many, as the setup names them */
  sides: { side: string; tokens: number }[];
  /** they fight until no more than these are left; null: the one side that is there only attacks the city */
  limit: number | null;
  /** whose city stands there, and how many take it: the own ones, or else those of the first who attacks */
  city: { owner: string; needed: number } | null;
}

const attackersNeeded = 7; // one more or fewer for who alone of the two has Engineering
const isEngineer = (setup: JsonObject, seat: string) => words(objects(setup.nations).find((each) => each.seat === seat)?.advances).includes('engineering');

const needed = (setup: JsonObject, owner: string, attacker: string): number => attackersNeeded + Number(isEngineer(setup, owner)) - Number(isEngineer(setup, attacker));

const tokens = ({ population, armies }: Holding): number => population + armies;

function clashIn(setup: JsonObject, atlas: Atlas, area: string, sides: Sides, seat: string): Clash | null {
  const order = objects(setup.nations).map((each) => text(each.seat));
  const rank = (side: string) => (order.includes(side) ? order.indexOf(side) : order.length);
  const there = [...sides].filter(([, holding]) => tokens(holding) > 0).sort(([one], [other]) => rank(one) - rank(other));
  const owner = [...sides].find(([, { city }]) => city)?.[0] ?? null;
  const attackers = there.filter(([side]) => side !== owner).map(([side]) => side);
  const limit = owner === null ? (atlas.byName.get(area)?.limit ?? 0) : 0;
  const fights = there.length > 1 && there.reduce((sum, [, holding]) => sum + tokens(holding), 0) > limit;
  const attacker = attackers.includes(seat) ? seat : attackers[0];
  if (!fights && (owner === null || attacker === undefined)) return null;
  return {
    area,
    sides: there.map(([side, holding]) => ({ side, tokens: tokens(holding) })),
    limit: fights ? limit : null,
    city: owner === null || attacker === undefined ? null : { owner, needed: needed(setup, owner, attacker) },
  };
}

/** Conflicts that a seat would be in, by the map. */
export function clashesOf(setup: JsonObject, atlas: Atlas, areas: Areas, seat: string): Clash[] {
  return atlas.areas.flatMap(({ area }) => {
    const sides = areas.get(area);
    const clash = sides && (sides.get(seat)?.city || tokens(sides.get(seat) ?? none) > 0) ? clashIn(setup, atlas, area, sides, seat) : null;
    return clash ? [clash] : [];
  });
}

/** How many tokens more or fewer a seat would have where, without 0. */
export function changesOf(before: Areas, after: Areas, seat: string): Map<string, number> {
  const of = (areas: Areas, area: string) => tokens(areas.get(area)?.get(seat) ?? none);
  const all = [...after.keys()].map((area): [string, number] => [area, of(after, area) - of(before, area)]);
  return new Map(all.filter(([, change]) => change !== 0));
}
