// What lies on the table after each event: a pure fold of a battle's setup and events. The live page, the replay and the
// texts read from it; no rules are known here, only what events say.
import type { BattleEvent, Json, JsonObject, Outcome, Refusal } from '../types.js';
import { cellOf, newOf } from './changes.js';
import { descriptionOf, type Description } from './described.js';
import { advance } from './fold.js';
import { ofMap, ofSide, ofTable } from './known_fields.js';
import { atPlace, numberAt } from './place.js';
import type { Kind, Unit } from './roster.js';
import { rosterOf } from './roster.js';
import { objects, text, troops } from './read.js';

/** All that a side has of one type. */
export interface Counted {
  unit: string;
  enhanced: boolean;
  start: number;
  living: number;
  /** in the wave, fighting in this phase, or in the air */
  forward: number;
  /** lost in this phase */
  fallen: number;
  /** of ground units: how many have an aircraft beside them */
  supported: number;
}

/** All of a side's units of one type. */
export interface Piece extends Counted {
  kind: Kind;
  /** 0 for aircraft */
  era: number;
  /** what one of them adds, enhanced or not as it is */
  modifier: number;
  /** of aircraft, else 0 */
  strength: number;
  /** a setup's own name for it */
  name?: string;
  /** it is not counted among the units, as aircraft are not */
  beside: boolean;
}

export interface Line {
  line: string;
  value: number;
}

export interface DiceGroup {
  label: string;
  dice: number[];
  /** where dice must not exceed a value: it, and how many did not */
  combatValue: number | null;
  hits: number | null;
}

export interface Roll {
  seq: number;
  roll: number;
  purpose: string;
  groups: DiceGroup[];
}

export interface Side {
  seat: string;
  pieces: Piece[];
  /** what a side has of each kind, where its pieces are no units */
  tokens: Counted[];
  /** what the ruleset's description puts on this side, by its names; what follows here is read from it and from the tokens */
  fields: JsonObject;
  /** of this phase */
  roll: Roll | null;
  lines: Line[];
  total: number | null;
  /** damage that the last phase did to this side, and what its units absorbed of it */
  damage: number | null;
  absorbed: number | null;
  /** hits dealt in this phase, and the class that takes them first */
  hits: number | null;
  hitClass: string | null;
  kept: number;
  supportedClass: string | null;
  /** two kinds of tokens */
  population: number;
  armies: number;
  fallenTokens: { population: number; armies: number };
}

export interface Advantage {
  levels: Record<string, number>;
  net: number;
  holder: string | null;
  removedBefore: number;
  first: string | null;
}

export interface MapUnit {
  id: string;
  seat: string;
  profile: string;
  at: [number, number];
  /** powers of the shots that damaged it, added up */
  damage: number;
  destroyed: boolean;
  moved: boolean;
  fired: boolean;
}

export interface Shot {
  target: string;
  hit: boolean;
  damaged: boolean;
  destroyed: boolean;
  lost: boolean;
  power: number;
}

export interface MapState {
  turn: number;
  units: MapUnit[];
  initiative: string | null;
  /** the latest move: where it came from, and the cells it entered */
  lastMove: { unit: string; from: [number, number]; path: [number, number][] } | null;
  lastFire: { unit: string; shots: Shot[] } | null;
  points: Record<string, number>;
}

export type Stage = 'waiting' | 'asking' | 'running' | 'over';

export interface Table {
  /** the event after which it lies so; 0 before the first */
  seq: number;
  ruleset: string;
  stage: Stage;
  /** in the order of the battle's seats */
  sides: Side[];
  /** who sits where, as far as taken */
  names: Record<string, string>;
  ready: Record<string, boolean>;
  /** what the ruleset's description puts on the table, by its names; round, phase, waveSize, advantage and city are read from it */
  fields: JsonObject;
  round: number | null;
  phase: string | number | null;
  waveSize: number | null;
  /** decisions made but not shown yet */
  sealed: { seat: string; decision: number }[];
  drawOffer: string | null;
  advantage: Advantage | null;
  city: 'none' | 'stands' | 'fallen';
  map: MapState | null;
  outcome: Outcome | null;
  rematch: Rematch;
}

/** What the seats would do once more, when it is over. */
export interface Rematch {
  /** by seat: whether with the sides changed */
  wanted: Record<string, boolean>;
  /** the new battle, and whether the sides were changed for it */
  made: { battle: string; swap: boolean } | null;
  /** why the server could not make it when it was asked for last */
  failed: Refusal | null;
}

/** What the fold needs to know of a battle: a header of a feed, or a record. */
export interface Battle {
  ruleset: string;
  setup: JsonObject;
  seats: { seat: string }[];
}

export function sideOf(table: Table, seat: string): Side | undefined {
  return table.sides.find((each) => each.seat === seat);
}

type TableDescription = NonNullable<Description['table']>;

/** Lists of units in a side's setup. A setup may name a type twice; events never do. */
function piecesOf(own: Json, { units = [], beside = [], aliases = {} }: TableDescription, unitOf: (unit: string) => Unit): Piece[] {
  const out: Piece[] = [];
  const take = (place: string, isBeside: boolean) => {
    for (const { unit: word, enhanced, count } of troops(atPlace(own, place))) {
      const found = unitOf(word);
      const unit = found.kind === 'unknown' && Object.hasOwn(aliases, word) ? unitOf(aliases[word]!) : found;
      const same = out.find((each) => each.unit === unit.unit && each.enhanced === enhanced);
      if (same) same.living = same.start += count;
      else out.push(pieceOf(unit, newOf({ unit: unit.unit, enhanced, count }), isBeside));
    }
  };
  units.forEach((place) => take(place, false));
  beside.forEach((place) => take(place, true));
  return out;
}

function pieceOf({ kind, era, modifier, enhancedModifier, strength, name }: Unit, counted: Counted, beside: boolean): Piece {
  const own = { kind, era, modifier: modifier + (counted.enhanced ? enhancedModifier : 0), strength, ...(name === undefined ? {} : { name }), beside };
  return { ...counted, ...own };
}

/** What a setup says of one seat. */
function ownOf(setup: JsonObject, seat: string, { sides }: TableDescription): Json {
  const own = sides === undefined ? undefined : objects(atPlace(setup, sides)).find((each) => each.seat === seat);
  return own ?? atPlace(setup, `/${seat}`);
}

function startSide(seat: string, setup: JsonObject, described: TableDescription): Side {
  const own = ownOf(setup, seat, described);
  const unitOf = rosterOf({ roster: atPlace(setup, described.roster ?? '/roster') });
  const tokens = (described.tokens ?? []).map(({ unit, at }) => newOf({ unit, enhanced: false, count: numberAt(own, at) }));
  const bare = { seat, pieces: piecesOf(own, described, unitOf), tokens, fields: {}, roll: null };
  return { ...bare, ...ofSide(bare) };
}

function unitsOn({ setup, seats }: Battle, described: TableDescription, place: string): MapUnit[] {
  return seats.flatMap(({ seat }) =>
    objects(atPlace(ownOf(setup, seat, described), place)).map((each): MapUnit => {
      const { id, profile, at } = each;
      return { id: text(id), seat, profile: text(profile), at: cellOf(at), damage: 0, destroyed: false, moved: false, fired: false };
    }),
  );
}

/** Before the first event. Of a ruleset that nobody has described (describeRuleset) nothing lies there. */
export function startTable(battle: Battle): Table {
  const described = descriptionOf(battle.ruleset)?.table ?? {};
  const fields = Object.fromEntries(Object.entries(described.given ?? {}).map(([field, place]) => [field, atPlace(battle.setup, place)]));
  const sides = battle.seats.map(({ seat }) => startSide(seat, battle.setup, described));
  const units = described.board && unitsOn(battle, described, described.board.units);
  return {
    seq: 0,
    ruleset: battle.ruleset,
    stage: 'waiting',
    sides,
    names: {},
    ready: {},
    fields,
    ...ofTable(fields),
    sealed: [],
    drawOffer: null,
    map: units ? { units, lastMove: null, lastFire: null, ...ofMap({ fields, sides }) } : null,
    outcome: null,
    rematch: { wanted: {}, made: null, failed: null },
  };
}

// A snapshot every so many events: any moment is at most that many steps away. And the tables that were asked for last: whoever follows a battle
// goes on from there, one step for each event; a page that shows what happens a little later has two such places.
const stride = 50;
const recentMax = 4;

interface Kept {
  described: Description | undefined;
  snapshots: Table[];
  recent: { at: number; table: Table }[];
}
const kept = new WeakMap<JsonObject, Kept>();

/** The table after event `seq` of `events` (all of the battle's, from number 1 on). Cheap for any `seq`, in any order. */
export function tableAt(battle: Battle, events: readonly BattleEvent[], seq: number): Table {
  const described = descriptionOf(battle.ruleset);
  let known = kept.get(battle.setup);
  if (known?.described !== described) known = undefined; // it was described only now
  if (!known) kept.set(battle.setup, (known = { described, snapshots: [startTable(battle)], recent: [] }));
  const { snapshots, recent } = known;
  const until = Math.max(0, Math.min(seq, events.length));
  const index = Math.min(Math.floor(until / stride), snapshots.length - 1);
  let from = { at: index * stride, table: snapshots[index]! };
  for (const each of recent) if (each.at <= until && each.at > from.at) from = each;
  let { at, table } = from;
  while (at < until) {
    table = advance(table, events[at]!);
    if (++at === snapshots.length * stride) snapshots.push(table);
  }
  // What one goes on from need not be kept beside where it led.
  known.recent = [{ at, table }, ...recent.filter((each) => each !== from && each.at !== at)].slice(0, recentMax);
  return table;
}
