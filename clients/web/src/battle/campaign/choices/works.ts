// What is supported and built: a line for each area, paid from the treasury, and where that is short by a levy there.
import type { JsonObject } from 'muster-client';
import { number, objects, text } from 'muster-client/table';

export type Line = { area: string; keep_armies: number; keep_ships: number; build_armies: number; build_ships: number; levy: number };
export type Works = { areas: Line[]; release: number };
export type Item = 'keep_armies' | 'keep_ships' | 'build_armies' | 'build_ships';

export interface Yard {
  area: string;
  population: number;
  armies: number;
  ships: number;
  units: boolean;
  coast: boolean;
}

export interface Means {
  areas: readonly Yard[];
  treasury: number;
  /** pieces */
  armies: number;
  ships: number;
}

export function meansOf(options: JsonObject): Means {
  const areas = objects(options.areas).map((each) => ({
    area: text(each.area),
    population: number(each.population),
    armies: number(each.armies),
    ships: number(each.ships),
    units: each.units === true,
    coast: each.coast === true,
  }));
  return { areas, treasury: number(options.treasury), armies: number(options.armies), ships: number(options.ships) };
}

/** A line for each area of the options, in their order. */
export function worksOf({ areas }: Means, choice: JsonObject): Works {
  const lines = objects(choice.areas);
  const lineOf = (area: string): Line => {
    const line = lines.find((each) => each.area === area) ?? {};
    const [keep_armies, keep_ships, build_armies, build_ships] = [number(line.keep_armies), number(line.keep_ships), number(line.build_armies), number(line.build_ships)];
    return { area, keep_armies, keep_ships, build_armies, build_ships, levy: number(line.levy) };
  };
  return { areas: areas.map(({ area }) => lineOf(area)), release: number(choice.release) };
}

export const costOf = (line: Line): number => line.keep_armies + line.keep_ships + 2 * (line.build_armies + line.build_ships);
const isIdle = (line: Line): boolean => costOf(line) + line.levy === 0;

/** As it is sent: lines of what is done. */
export const choiceOf = ({ areas, release }: Works): Works => ({ areas: areas.filter((line) => !isIdle(line)), release });

export interface Totals {
  /** what all lines cost, and who pays it */
  cost: number;
  levy: number;
  paid: number;
  /** treasury left, after what returns to stock */
  left: number;
  armies: number;
  ships: number;
  /** what no line keeps */
  lost: number;
}

export function totalsOf(means: Means, { areas, release }: Works): Totals {
  const sum = (of: (line: Line) => number) => areas.reduce((all, line) => all + of(line), 0);
  const [cost, levy] = [sum(costOf), sum((line) => line.levy)];
  const kept = sum((line) => line.keep_armies + line.keep_ships);
  return {
    cost,
    levy,
    paid: cost - levy,
    left: means.treasury - (cost - levy) - release,
    armies: sum((line) => line.keep_armies + line.build_armies),
    ships: sum((line) => line.keep_ships + line.build_ships),
    lost: means.areas.reduce((all, yard) => all + yard.armies + yard.ships, 0) - kept,
  };
}

function fits(line: Line, yard: Yard): boolean {
  if (line.keep_armies > yard.armies || line.keep_ships > yard.ships) return false;
  if ((line.build_armies > 0 || line.build_ships > 0) && !yard.units) return false;
  if (line.build_ships > 0 && !yard.coast) return false;
  return line.levy <= Math.min(yard.population, costOf(line));
}

export function isSound(means: Means, works: Works): boolean {
  const { left, armies, ships } = totalsOf(means, works);
  return left >= 0 && armies <= means.armies && ships <= means.ships && works.areas.every((line, at) => fits(line, means.areas[at]!));
}

const withLine = (works: Works, at: number, line: Line): Works => ({ ...works, areas: works.areas.map((each, index) => (index === at ? line : each)) });

/** So many of an item; the levy there becomes the least that pays it. */
export function withItem(means: Means, works: Works, at: number, item: Item, count: number): Works {
  const line = { ...works.areas[at]!, [item]: count, levy: 0 };
  const short = -totalsOf(means, withLine(works, at, line)).left;
  return withLine(works, at, { ...line, levy: Math.max(0, Math.min(short, costOf(line))) });
}

export const withLevy = (works: Works, at: number, levy: number): Works => withLine(works, at, { ...works.areas[at]!, levy });
export const withRelease = (works: Works, release: number): Works => ({ ...works, release });

/** The most of an item that can be paid, and that there are pieces for. */
export function itemMost(means: Means, works: Works, at: number, item: Item): number {
  let most = works.areas[at]![item];
  while (isSound(means, withItem(means, works, at, item, most + 1))) ++most;
  return most;
}

/** Bounds of a levy: what the treasury cannot pay, and what is there and costs so much. */
export function levyBounds(means: Means, works: Works, at: number): [number, number] {
  const line = works.areas[at]!;
  const short = -totalsOf(means, withLevy(works, at, 0)).left;
  return [Math.max(0, short), Math.min(means.areas[at]!.population, costOf(line))];
}
