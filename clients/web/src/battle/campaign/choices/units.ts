// Units that are given, worth exactly so many points: a token one, a city as much as is said.
import type { Json, JsonObject } from 'muster-client';
import { number, objects, text } from 'muster-client/table';

export type Units = { area: string; population: number; armies: number; city: boolean };

export interface Due {
  points: number;
  city: number;
  /** so many tokens stay in each area; a city that goes leaves as many */
  spare: number;
  units: Units[];
}

export function unitsOf(value: Json | undefined): Units[] {
  return objects(value).map((each) => ({ area: text(each.area), population: number(each.population), armies: number(each.armies), city: each.city === true }));
}

export function dueOf(options: JsonObject): Due {
  return { points: number(options.points), city: number(options.city), spare: number(options.spare), units: unitsOf(options.units) };
}

/** A row for each area of the options, in their order. */
export function givenOf({ units }: Due, choice: JsonObject): Units[] {
  const chosen = unitsOf(choice.units);
  return units.map(({ area }) => chosen.find((each) => each.area === area) ?? { area, population: 0, armies: 0, city: false });
}

const isNone = ({ population, armies, city }: Units): boolean => population + armies === 0 && !city;
export const choiceOf = (given: readonly Units[]): { units: Units[] } => ({ units: given.filter((each) => !isNone(each)) });

export function pointsOf(given: readonly Units[], city: number): number {
  return given.reduce((sum, each) => sum + each.population + each.armies + (each.city ? city : 0), 0);
}

/** Tokens that may go of an area: where no city is, some stay. */
const tokensMost = ({ population, armies, city }: Units, spare: number): number => (city ? population + armies : Math.max(0, population + armies - spare));

export type Sort = 'population' | 'armies';

/** The most of a sort that may go from there, while everything else stays as it is. */
export function sortMost(due: Due, given: readonly Units[], at: number, sort: Sort): number {
  const [there, row] = [due.units[at]!, given[at]!];
  const other = row.population + row.armies - row[sort];
  const open = Math.max(0, due.points - pointsOf(given, due.city));
  return Math.max(0, Math.min(there[sort], tokensMost(there, due.spare) - other, row[sort] + open));
}

export function cityMayGo(due: Due, given: readonly Units[], at: number): boolean {
  return due.units[at]!.city && (given[at]!.city || due.points - pointsOf(given, due.city) >= due.city);
}

export function withUnits(given: readonly Units[], at: number, change: Partial<Units>): Units[] {
  return given.map((each, index) => (index === at ? { ...each, ...change } : each));
}

export function isComplete(due: Due, given: readonly Units[]): boolean {
  const fit = (row: Units, there: Units) => row.population <= there.population && row.armies <= there.armies && (there.city || !row.city) && row.population + row.armies <= tokensMost(there, due.spare);
  return pointsOf(given, due.city) === due.points && given.every((row, at) => fit(row, due.units[at]!));
}
