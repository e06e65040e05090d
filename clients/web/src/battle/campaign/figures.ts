// What each nation has, added up over the map.
import type { CampaignState, Holding } from 'muster-client/table';
import type { Atlas } from './atlas';

export const barbarians = 'barbarians';

export interface Figures {
  seat: string;
  population: number;
  armies: number;
  ships: number;
  cities: number;
  stock: number;
  treasury: number;
  score: number;
  /** population that its cities, and its armies beside them, need on the board */
  needed: number;
  /** its place in the census from 1, 0 before the first */
  rank: number;
  areas: number;
}

const pointsOfCity = 5;
const needs = 2; // population, for each city and for each army beside one

export function pointsOf({ population, armies, city }: Holding): number {
  return population + armies + (city ? pointsOfCity : 0);
}

export function figuresOf(atlas: Atlas, state: CampaignState): Figures[] {
  return atlas.seats.map((seat) => {
    const sum = { population: 0, armies: 0, ships: 0, cities: 0, needed: 0, areas: 0 };
    let points = 0;
    for (const sides of state.areas.values()) {
      const here = sides.get(seat);
      if (!here) continue;
      sum.population += here.population;
      sum.armies += here.armies;
      sum.ships += here.ships;
      sum.cities += Number(here.city);
      sum.needed += here.city ? needs * (1 + here.armies) : 0;
      sum.areas += Number(pointsOf(here) > 0);
      points += pointsOf(here);
    }
    const purse = state.purses.get(seat) ?? { stock: 0, treasury: 0 };
    return { seat, ...sum, ...purse, score: points > 0 ? points + purse.treasury : 0, rank: state.census.indexOf(seat) + 1 };
  });
}

export interface Held extends Holding {
  side: string;
}

/** Who has something there, who has most first; of equals the earlier seat, barbarians last. */
export function heldIn(atlas: Atlas, state: CampaignState, area: string): Held[] {
  const sides = state.areas.get(area);
  if (!sides) return [];
  const order = [...atlas.seats, barbarians];
  return [...sides]
    .map(([side, holding]) => ({ side, ...holding }))
    .sort((a, b) => Number(b.city) - Number(a.city) || pointsOf(b) - pointsOf(a) || order.indexOf(a.side) - order.indexOf(b.side));
}
