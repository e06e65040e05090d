// Where cities are founded, and what the treasury pays of one.
import type { JsonObject } from 'muster-client';
import { number, objects, text } from 'muster-client/table';

export type City = { area: string; treasury: number };

export interface Grounds {
  areas: { area: string; population: number; needed: number }[];
  /** pieces left */
  cities: number;
  treasury: number;
}

export function groundsOf(options: JsonObject): Grounds {
  const areas = objects(options.areas).map((each) => ({ area: text(each.area), population: number(each.population), needed: number(each.needed) }));
  return { areas, cities: number(options.cities), treasury: number(options.treasury) };
}

export const citiesOf = (choice: JsonObject): City[] => objects(choice.cities).map((each) => ({ area: text(each.area), treasury: number(each.treasury) }));

/** What the treasury pays of a city there: at least what is missing, at most half. */
export function paidBounds({ areas, treasury }: Grounds, area: string): [number, number] {
  const ground = areas.find((each) => each.area === area);
  if (!ground) return [0, 0];
  return [Math.max(0, ground.needed - ground.population), Math.min(treasury, Math.floor(ground.needed / 2))];
}

/** The treasury pays for one city a turn. */
const paysElsewhere = (cities: readonly City[], area: string): boolean => cities.some((each) => each.area !== area && each.treasury > 0);

export function mayFound(grounds: Grounds, cities: readonly City[], area: string): boolean {
  const [least, most] = paidBounds(grounds, area);
  return cities.length < grounds.cities && least <= most && (least === 0 || !paysElsewhere(cities, area));
}

/** So much may be paid there while the others stay as they are. */
export function paidMost(grounds: Grounds, cities: readonly City[], area: string): number {
  return paysElsewhere(cities, area) ? 0 : paidBounds(grounds, area)[1];
}

/** Founded or not, in the order of the options. */
export function toggled(grounds: Grounds, cities: readonly City[], area: string): City[] {
  const without = cities.filter((each) => each.area !== area);
  if (without.length < cities.length || !mayFound(grounds, cities, area)) return without;
  const all = [...without, { area, treasury: paidBounds(grounds, area)[0] }];
  return grounds.areas.flatMap((ground) => all.filter((each) => each.area === ground.area));
}

export const withPaid = (cities: readonly City[], area: string, treasury: number): City[] => cities.map((each) => (each.area === area ? { area, treasury } : each));

export function isSound(grounds: Grounds, cities: readonly City[]): boolean {
  const payable = ({ area, treasury }: City) => {
    const [least, most] = paidBounds(grounds, area);
    return treasury >= least && treasury <= most && grounds.areas.some((ground) => ground.area === area);
  };
  return cities.length <= grounds.cities && cities.every(payable) && cities.filter(({ treasury }) => treasury > 0).length <= 1;
}
