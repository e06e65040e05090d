// A campaign of `theatre`: what stands in every area and what each nation has, after each event. The events alone say it, so a map can be
// drawn of any moment of a record without asking a server.
import type { Json, JsonObject } from '../types.js';
import { number, object, objects, text, words, wordOrNull } from './read.js';

export interface Holding {
  population: number;
  armies: number;
  ships: number;
  city: boolean;
}

/** What a seat gives or takes of an area. */
interface Units {
  area: string;
  population: number;
  armies: number;
  city: boolean;
}

export interface Purse {
  stock: number;
  treasury: number;
}

export interface CampaignState {
  turn: number;
  /** the sub-phase of movement last moved in; 0 before */
  step: number;
  /** seats in the order of the census, once it has been taken */
  census: readonly string[];
  /** the calamity that is being resolved */
  calamity: string | null;
  /** of a civil war: who falls apart, and what was picked for the first faction */
  war: { victim: string; first: readonly Units[] };
  /** by area and side, barbarians too; nothing stands where there is no entry */
  areas: ReadonlyMap<string, ReadonlyMap<string, Holding>>;
  purses: ReadonlyMap<string, Purse>;
}

const tokensOfNation = 55; // where the setup does not say
const noWar = { victim: '', first: [] };
const nothing: Holding = { population: 0, armies: 0, ships: 0, city: false };

/** What stands there of that side, nothing included. */
export function holdingAt(state: CampaignState, area: string, side: string): Holding {
  return state.areas.get(area)?.get(side) ?? nothing;
}

/** All changes of one event, on a copy of what it changes. */
class Change {
  private readonly areas: Map<string, ReadonlyMap<string, Holding>>;
  private readonly purses: Map<string, Purse>;

  constructor(private readonly state: CampaignState) {
    this.areas = new Map(state.areas);
    this.purses = new Map(state.purses);
  }

  done(more: Partial<CampaignState> = {}): CampaignState {
    return { ...this.state, areas: this.areas, purses: this.purses, ...more };
  }

  at(area: string, side: string): Holding {
    return this.areas.get(area)?.get(side) ?? nothing;
  }

  set(area: string, side: string, change: Partial<Holding>): void {
    const next = { ...this.at(area, side), ...change };
    const sides = new Map(this.areas.get(area));
    if (next.city || next.population !== 0 || next.armies !== 0 || next.ships !== 0) sides.set(side, next);
    else sides.delete(side);
    if (sides.size > 0) this.areas.set(area, sides);
    else this.areas.delete(area);
  }

  add(area: string, side: string, population: number, armies = 0, ships = 0): void {
    const here = this.at(area, side);
    this.set(area, side, { population: here.population + population, armies: here.armies + armies, ships: here.ships + ships });
  }

  /** From stock to the board, or with a negative number back; barbarians have no stock. */
  place(area: string, side: string, population: number): void {
    this.add(area, side, population);
    this.pay(side, -population, 0);
  }

  pay(seat: string, stock: number, treasury: number): void {
    const purse = this.purses.get(seat);
    if (purse) this.purses.set(seat, { stock: purse.stock + stock, treasury: purse.treasury + treasury });
  }

  /** Tokens go back to stock. */
  lose(area: string, side: string, population: number, armies: number): void {
    this.place(area, side, -population);
    this.add(area, side, 0, -armies);
  }

  /** All armies and ships of a seat leave the board: what is kept is put back. */
  clearPieces(seat: string): void {
    for (const area of [...this.areas.keys()]) if (this.areas.get(area)?.has(seat)) this.set(area, seat, { armies: 0, ships: 0 });
  }
}

/** How it stands before the first event. */
export function startCampaign(setup: JsonObject): CampaignState {
  const nations = objects(setup.nations);
  const tokens = number(object(setup.pieces).tokens, tokensOfNation);
  const purses = new Map<string, Purse>(
    nations.map((nation) => [text(nation.seat), { stock: tokens - number(nation.treasury), treasury: number(nation.treasury) }]),
  );
  const change = new Change({ turn: 0, step: 0, census: [], calamity: null, war: noWar, areas: new Map(), purses });
  for (const nation of nations) {
    const seat = text(nation.seat);
    for (const [area, count] of Object.entries(object(nation.population))) change.place(area, seat, number(count));
    for (const [area, count] of Object.entries(object(nation.armies))) change.add(area, seat, 0, number(count));
    for (const [area, count] of Object.entries(object(nation.ships))) change.add(area, seat, 0, 0, number(count));
    for (const area of words(nation.cities)) change.set(area, seat, { city: true });
  }
  return change.done();
}

function build(change: Change, data: JsonObject): void {
  const seat = text(data.seat);
  change.clearPieces(seat);
  for (const line of objects(data.areas)) {
    const area = text(line.area);
    change.set(area, seat, {
      armies: number(line.keep_armies) + number(line.build_armies),
      ships: number(line.keep_ships) + number(line.build_ships),
    });
    change.place(area, seat, -number(line.levy));
  }
  const spent = number(data.paid) + number(data.release);
  change.pay(seat, spent, -spent);
}

function move(change: Change, data: JsonObject): void {
  const seat = text(data.seat);
  const carry = (from: string, to: string, { population, armies }: JsonObject) => {
    change.add(from, seat, -number(population), -number(armies));
    change.add(to, seat, number(population), number(armies));
  };
  for (const march of objects(data.marches)) carry(text(march.from), text(march.to), march);
  for (const voyage of objects(data.voyages)) {
    const places = [text(voyage.ship), ...words(voyage.route)];
    const placeOf = (index: Json | undefined) => places[number(index)] ?? '';
    change.add(placeOf(0), seat, 0, 0, -1);
    change.add(placeOf(places.length - 1), seat, 0, 0, 1);
    for (const cargo of objects(voyage.cargo)) carry(placeOf(cargo.on), placeOf(cargo.off), cargo);
  }
}

function assault(change: Change, data: JsonObject): void {
  const area = text(data.area);
  if (data.falls === true) {
    change.set(area, text(data.owner), { city: false });
    change.place(area, text(data.owner), number(data.placed));
    return;
  }
  const attackers = change.at(area, text(data.seat)); // too few: all of them
  change.lose(area, text(data.seat), attackers.population, attackers.armies);
}

function unitsOf(value: Json | undefined): Units[] {
  return objects(value).map((each) => ({ area: text(each.area), population: number(each.population), armies: number(each.armies), city: each.city === true }));
}

function loseUnits(change: Change, side: string, units: readonly Units[]): void {
  for (const { area, population, armies, city } of units) {
    change.lose(area, side, population, armies);
    if (city) change.set(area, side, { city: false });
  }
}

function gainUnits(change: Change, side: string, units: readonly Units[]): void {
  for (const { area, population, armies, city } of units) {
    change.place(area, side, population);
    change.add(area, side, 0, armies);
    if (city) change.set(area, side, { city });
  }
}

/** What the victim does not keep leaves the board at once: no event tells what of it nobody has pieces for. */
function partWith(change: Change, { war, areas }: CampaignState, kept: string): void {
  const { victim, first } = war;
  if (kept !== 'first') return loseUnits(change, victim, first);
  for (const area of areas.keys()) loseUnits(change, victim, [{ area, ...change.at(area, victim) }]);
  gainUnits(change, victim, first);
}

function moveBarbarians(change: Change, data: JsonObject): void {
  const [from, to, tokens] = [wordOrNull(data.from), wordOrNull(data.to), number(data.tokens)];
  if (from !== null) change.add(from, 'barbarians', -tokens);
  if (to !== null) change.add(to, 'barbarians', tokens);
}

/** Of what was chosen, only the parts of a civil war are told by nothing else. */
function decide(state: CampaignState, change: Change, kind: string, choice: JsonObject): CampaignState {
  const { war } = state;
  if (kind === 'faction') return { ...state, war: { ...war, first: [...war.first, ...unitsOf(choice.units)] } };
  if (kind !== 'keep') return state;
  partWith(change, state, text(choice.faction));
  return change.done({ war: noWar });
}

/** How it stands after one more event, or the same if it changes nothing of this. */
export function advanceCampaign(state: CampaignState, { event, data }: { event: string; data: JsonObject }): CampaignState {
  const [seat, area] = [text(data.seat), text(data.area)];
  const change = new Change(state);
  switch (event) {
    case 'turn_started':
      return { ...state, turn: number(data.turn), step: 0, calamity: null };
    case 'taxed':
    case 'pillaged':
      change.pay(seat, -number(data.tokens), number(data.tokens));
      return change.done();
    case 'expanded':
      for (const [each, count] of Object.entries(object(data.areas))) change.place(each, seat, number(count));
      return change.done();
    case 'census_taken':
      return { ...state, census: words(data.order) };
    case 'built':
      build(change, data);
      return change.done();
    case 'moved':
      move(change, data);
      return change.done({ step: number(data.step) });
    case 'losses_taken':
    case 'surplus_removed':
      change.lose(area, seat, number(data.population), number(data.armies));
      return change.done();
    case 'city_assaulted':
      assault(change, data);
      return change.done();
    case 'city_founded':
      change.place(area, seat, -number(data.population));
      change.pay(seat, number(data.treasury), -number(data.treasury));
      change.set(area, seat, { city: true });
      return change.done();
    case 'city_reduced':
      change.set(area, seat, { city: false });
      change.place(area, seat, number(data.population));
      return change.done();
    case 'army_disbanded':
      change.lose(area, seat, 0, 1);
      return change.done();
    case 'calamity_struck':
      return { ...state, calamity: text(data.calamity) };
    case 'units_lost':
      loseUnits(change, seat, unitsOf(data.units));
      if (state.calamity === 'epidemic') for (const units of unitsOf(data.units)) if (units.city) change.place(units.area, seat, 1); // a city leaves a token
      return change.done();
    case 'barbarians_moved':
      moveBarbarians(change, data);
      return change.done();
    case 'civil_war_began':
      for (const [each, count] of Object.entries(object(data.population))) change.lose(each, seat, number(count), 0);
      return change.done({ war: { victim: seat, first: [] } });
    case 'chosen':
      return decide(state, change, text(data.kind), object(data.choice));
    case 'annexed':
      gainUnits(change, seat, unitsOf(data.units));
      return change.done();
    default:
      return state;
  }
}
