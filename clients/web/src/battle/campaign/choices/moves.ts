// All marches and voyages of a sub-phase as one list, checked as it grows: nothing more leaves an area than stands there, whatever takes it. All is
// done at once from where everything stands, so the order of its rows means nothing.
import type { Json, JsonObject } from 'muster-client';
import { number, object, objects, text, words } from 'muster-client/table';

export type Tokens = { population: number; armies: number };
export type March = { from: string; to: string } & Tokens;
/** On and off are places of the route, 0 the harbour that the ship leaves. */
export type Cargo = { on: number; off: number } & Tokens;
export type Voyage = { ship: string; route: string[]; cargo: Cargo[] };
export type Plan = { marches: March[]; voyages: Voyage[] };

export interface Offer {
  step: number;
  /** what may leave, and where it gets overland, by area */
  tokens: ReadonlyMap<string, Tokens & { to: readonly string[] }>;
  ships: ReadonlyMap<string, number>;
  range: number;
  water: ReadonlyMap<string, readonly string[]>;
  seas: ReadonlySet<string>;
}

export const aboardMax = 5;
const nothing: Tokens = { population: 0, armies: 0 };
export const allOf = (each: readonly Tokens[]): Tokens => ({ population: each.reduce((sum, { population }) => sum + population, 0), armies: each.reduce((sum, { armies }) => sum + armies, 0) });
export const sumOf = ({ population, armies }: Tokens): number => population + armies;
const tokensOf = (each: JsonObject): Tokens => ({ population: number(each.population), armies: number(each.armies) });

export function offerOf(options: JsonObject): Offer {
  return {
    step: number(options.step),
    tokens: new Map(objects(options.tokens).map((each) => [text(each.area), { ...tokensOf(each), to: words(each.to) }])),
    ships: new Map(objects(options.ships).map((each) => [text(each.area), number(each.ships)])),
    range: number(options.range),
    water: new Map(Object.entries(object(options.water)).map(([area, next]) => [area, words(next)])),
    seas: new Set(words(options.open_sea)),
  };
}

export function planOf(choice: JsonObject): Plan {
  const cargoOf = (value: Json | undefined) => objects(value).map((each): Cargo => ({ on: number(each.on), off: number(each.off), ...tokensOf(each) }));
  return {
    marches: objects(choice.marches).map((each) => ({ from: text(each.from), to: text(each.to), ...tokensOf(each) })),
    voyages: objects(choice.voyages).map((each) => ({ ship: text(each.ship), route: words(each.route), cargo: cargoOf(each.cargo) })),
  };
}

/** As it is sent: rows that move nothing are left out. */
export function choiceOf({ marches, voyages }: Plan): Plan {
  return {
    marches: marches.filter((each) => sumOf(each) > 0),
    voyages: voyages.map((each) => ({ ...each, cargo: each.cargo.filter((cargo) => sumOf(cargo) > 0) })),
  };
}

export const isEmpty = ({ marches, voyages }: Plan): boolean => marches.length + voyages.length === 0;

/** A place of a voyage. */
export const placeOf = ({ ship, route }: Voyage, at: number): string => (at === 0 ? ship : (route[at - 1] ?? ''));
export const endOf = (voyage: Voyage): string => placeOf(voyage, voyage.route.length);

// ---- what is left ------------------------------------------------------------------------------------------------------

/** What still stands in an area and may leave it; less than nothing if a plan takes too much. */
export function leftAt(offer: Offer, plan: Plan, area: string): Tokens {
  const left = { ...(offer.tokens.get(area) ?? nothing) };
  const take = ({ population, armies }: Tokens) => {
    left.population -= population;
    left.armies -= armies;
  };
  for (const march of plan.marches) if (march.from === area) take(march);
  for (const voyage of plan.voyages) for (const cargo of voyage.cargo) if (placeOf(voyage, cargo.on) === area) take(cargo);
  return { population: left.population, armies: left.armies };
}

export function shipsAt(offer: Offer, plan: Plan, area: string): number {
  return (offer.ships.get(area) ?? 0) - plan.voyages.filter(({ ship }) => ship === area).length;
}

/** Where something may still begin, in the map's order as the options have it. */
export function sourcesOf(offer: Offer, plan: Plan): string[] {
  const marching = [...offer.tokens].filter(([area, { to }]) => to.length > 0 && sumOf(leftAt(offer, plan, area)) > 0).map(([area]) => area);
  const sailing = [...offer.ships.keys()].filter((area) => shipsAt(offer, plan, area) > 0 && (offer.water.get(area) ?? []).length > 0);
  return [...new Set([...marching, ...sailing])];
}

/** Where one gets from there: overland, if something is left to go, and as the first stop of a ship. */
export function targetsOf(offer: Offer, plan: Plan, from: string): { land: readonly string[]; water: readonly string[] } {
  return {
    land: sumOf(leftAt(offer, plan, from)) > 0 ? (offer.tokens.get(from)?.to ?? []) : [],
    water: shipsAt(offer, plan, from) > 0 ? (offer.water.get(from) ?? []) : [],
  };
}

// ---- marches -----------------------------------------------------------------------------------------------------------

/** All that is left there goes; with what goes that way already. */
export function marched(offer: Offer, plan: Plan, from: string, to: string): Plan {
  const left = leftAt(offer, plan, from);
  if (!offer.tokens.get(from)?.to.includes(to) || sumOf(left) <= 0) return plan;
  const same = plan.marches.find((each) => each.from === from && each.to === to) ?? { from, to, ...nothing };
  const march = { ...same, population: same.population + Math.max(0, left.population), armies: same.armies + Math.max(0, left.armies) };
  return { ...plan, marches: [march, ...plan.marches.filter((each) => each !== same)] };
}

export function withMarch(plan: Plan, at: number, change: Partial<Tokens>): Plan {
  return { ...plan, marches: plan.marches.map((each, index) => (index === at ? { ...each, ...change } : each)) };
}

/** How many may go in a row at most: what goes in it, and what is left. */
export function marchMost(offer: Offer, plan: Plan, { from, population, armies }: March): Tokens {
  const left = leftAt(offer, plan, from);
  return { population: population + left.population, armies: armies + left.armies };
}

export const withoutMarch = (plan: Plan, at: number): Plan => ({ ...plan, marches: plan.marches.filter((_, index) => index !== at) });

// ---- voyages -----------------------------------------------------------------------------------------------------------

/** The areas that this ship may enter next. */
export function nextOf({ water, range }: Offer, voyage: Voyage): readonly string[] {
  return voyage.route.length < range ? (water.get(endOf(voyage)) ?? []) : [];
}

const withVoyage = (plan: Plan, at: number, voyage: Voyage): Plan => ({ ...plan, voyages: plan.voyages.map((each, index) => (index === at ? voyage : each)) });

/** A ship leaves, with as many aboard as it carries of what is left in its harbour. It is the last of the list. */
export function sailed(offer: Offer, plan: Plan, ship: string, to: string): Plan {
  const made: Plan = { ...plan, voyages: [...plan.voyages, { ship, route: [to], cargo: [] }] };
  return loaded(offer, made, made.voyages.length - 1, 0);
}

/** A stop further; what was to land at the end goes on. */
export function extended(plan: Plan, at: number, to: string): Plan {
  const voyage = plan.voyages[at]!;
  const end = voyage.route.length;
  return withVoyage(plan, at, { ...voyage, route: [...voyage.route, to], cargo: voyage.cargo.map((each) => (each.off === end ? { ...each, off: end + 1 } : each)) });
}

/** A stop less; what was to land there lands where the ship then ends, and what was to embark there stays. A voyage without a stop is none. */
export function shortened(plan: Plan, at: number): Plan {
  const voyage = plan.voyages[at]!;
  const end = voyage.route.length - 1;
  if (end === 0) return withoutVoyage(plan, at);
  const cargo = voyage.cargo.map((each) => ({ ...each, off: Math.min(each.off, end) })).filter(({ on, off }) => on < off);
  return withVoyage(plan, at, { ...voyage, route: voyage.route.slice(0, -1), cargo });
}

export const withoutVoyage = (plan: Plan, at: number): Plan => ({ ...plan, voyages: plan.voyages.filter((_, index) => index !== at) });

/** Tokens between one place of the route and the next. */
export function aboard({ cargo }: Voyage, leg: number): number {
  return cargo.reduce((sum, each) => sum + (each.on <= leg && leg < each.off ? sumOf(each) : 0), 0);
}

/** How many more fit from one place to another. */
function room(voyage: Voyage, on: number, off: number): number {
  let least = aboardMax;
  for (let leg = on; leg < off; ++leg) least = Math.min(least, aboardMax - aboard(voyage, leg));
  return least;
}

/** Places where somebody may still embark. */
export function harboursOf(offer: Offer, plan: Plan, voyage: Voyage): number[] {
  const places = [...voyage.route.keys()]; // all but the last
  return places.filter((on) => sumOf(leftAt(offer, plan, placeOf(voyage, on))) > 0 && room(voyage, on, voyage.route.length) > 0);
}

/** Places where who embarked there may land. */
export function landingsOf({ seas }: Offer, voyage: Voyage, on: number): number[] {
  return voyage.route.map((_, index) => index + 1).filter((off) => off > on && !seas.has(placeOf(voyage, off)));
}

/** As many as fit embark there and go to the end. */
export function loaded(offer: Offer, plan: Plan, at: number, on: number): Plan {
  const voyage = plan.voyages[at]!;
  const off = voyage.route.length;
  const left = leftAt(offer, plan, placeOf(voyage, on));
  const fits = room(voyage, on, off);
  const population = Math.max(0, Math.min(left.population, fits));
  const armies = Math.max(0, Math.min(left.armies, fits - population));
  if (population + armies === 0) return plan;
  const same = voyage.cargo.find((each) => each.on === on && each.off === off) ?? { on, off, ...nothing };
  const more = { ...same, population: same.population + population, armies: same.armies + armies };
  return withVoyage(plan, at, { ...voyage, cargo: [...voyage.cargo.filter((each) => each !== same), more] });
}

/** How many of a cargo there may be at most. */
export function cargoMost(offer: Offer, plan: Plan, voyage: Voyage, cargo: Cargo): Tokens {
  const left = leftAt(offer, plan, placeOf(voyage, cargo.on));
  const more = room(voyage, cargo.on, cargo.off);
  return { population: cargo.population + Math.min(left.population, more), armies: cargo.armies + Math.min(left.armies, more) };
}

export function withCargo(plan: Plan, at: number, index: number, change: Partial<Cargo>): Plan {
  const voyage = plan.voyages[at]!;
  return withVoyage(plan, at, { ...voyage, cargo: voyage.cargo.map((each, here) => (here === index ? { ...each, ...change } : each)) });
}

export function withoutCargo(plan: Plan, at: number, index: number): Plan {
  const voyage = plan.voyages[at]!;
  return withVoyage(plan, at, { ...voyage, cargo: voyage.cargo.filter((_, here) => here !== index) });
}

// ---- what is wrong -----------------------------------------------------------------------------------------------------

export type Fault = 'tokens' | 'reach' | 'ships' | 'route' | 'sea' | 'landing' | 'full';

function voyageFault(offer: Offer, plan: Plan, voyage: Voyage): Fault | null {
  if (shipsAt(offer, plan, voyage.ship) < 0) return 'ships';
  const { route, cargo } = voyage;
  if (route.length === 0 || route.length > offer.range || !route.every((each, at) => offer.water.get(placeOf(voyage, at))?.includes(each))) return 'route';
  if (offer.seas.has(endOf(voyage))) return 'sea';
  if (!cargo.every(({ on, off }) => landingsOf(offer, voyage, on).includes(off))) return 'landing';
  return route.some((_, leg) => aboard(voyage, leg) > aboardMax) ? 'full' : null;
}

const overdrawn = ({ population, armies }: Tokens): boolean => population < 0 || armies < 0;

/** What is wrong with a row; null: nothing. */
export function faultOf(offer: Offer, plan: Plan, row: March | Voyage): Fault | null {
  if ('from' in row) {
    if (!offer.tokens.get(row.from)?.to.includes(row.to)) return 'reach';
    return overdrawn(leftAt(offer, plan, row.from)) ? 'tokens' : null;
  }
  const fault = voyageFault(offer, plan, row);
  if (fault) return fault;
  return row.cargo.some(({ on }) => overdrawn(leftAt(offer, plan, placeOf(row, on)))) ? 'tokens' : null;
}

export const isSound = (offer: Offer, plan: Plan): boolean => [...plan.marches, ...plan.voyages].every((row) => faultOf(offer, plan, row) === null);
