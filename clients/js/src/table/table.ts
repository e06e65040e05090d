// What lies on the table after each event: a pure fold of a battle's setup and events. The live page, the replay and the
// texts read from it; no rules are known here, only what events say.
import type { BattleEvent, JsonObject, Outcome, Refusal } from '../types.js';
import { advance } from './fold.js';
import type { Kind } from './roster.js';
import { rosterOf } from './roster.js';
import { number, object, objects, text, troops } from './read.js';

/** All of a side's units of one type. */
export interface Piece {
  unit: string;
  enhanced: boolean;
  kind: Kind;
  /** 0 for aircraft */
  era: number;
  /** what one of them adds, enhanced or not as it is */
  modifier: number;
  /** of aircraft, else 0 */
  strength: number;
  /** a setup's own name for it */
  name?: string;
  start: number;
  living: number;
  /** in the wave, fighting in this phase, or in the air */
  forward: number;
  /** lost in this phase */
  fallen: number;
  /** of ground units: how many have an aircraft beside them */
  supported: number;
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
  /** tokens of the ruleset armies */
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
  sides: [Side, Side];
  /** who sits where, as far as taken */
  names: Record<string, string>;
  ready: Record<string, boolean>;
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

function piecesOf(setup: JsonObject, seat: string): Piece[] {
  const unitOf = rosterOf(setup);
  const side = object(setup[seat]);
  return [...troops(side.army), ...troops(side.aircraft)].map(({ unit: id, enhanced, count }) => {
    const unit = unitOf(id);
    return {
      unit: unit.unit,
      enhanced,
      kind: unit.kind,
      era: unit.era,
      modifier: unit.modifier + (enhanced ? unit.enhancedModifier : 0),
      strength: unit.strength,
      ...(unit.name === undefined ? {} : { name: unit.name }),
      start: count,
      living: count,
      forward: 0,
      fallen: 0,
      supported: 0,
    };
  });
}

function startSide(setup: JsonObject, seat: string): Side {
  const own = object(setup[seat]);
  return {
    seat,
    pieces: merged(piecesOf(setup, seat)),
    roll: null,
    lines: [],
    total: null,
    damage: null,
    absorbed: null,
    hits: null,
    hitClass: null,
    kept: 0,
    supportedClass: null,
    population: number(own.population),
    armies: number(own.armies),
    fallenTokens: { population: 0, armies: 0 },
  };
}

// A setup may name a type twice; events never do.
function merged(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const same = out.find((each) => each.unit === piece.unit && each.enhanced === piece.enhanced);
    if (!same) out.push(piece);
    else same.living = same.start += piece.start;
  }
  return out;
}

function startMap(battle: Battle): MapState | null {
  if (battle.ruleset !== 'simple-combat') return null;
  const units = battle.seats.flatMap(({ seat }) =>
    objects(object(battle.setup[seat]).units).map((each): MapUnit => {
      const at = Array.isArray(each.at) ? each.at : [];
      return {
        id: text(each.id),
        seat,
        profile: text(each.profile),
        at: [number(at[0]), number(at[1])],
        damage: 0,
        destroyed: false,
        moved: false,
        fired: false,
      };
    }),
  );
  return { turn: 0, units, initiative: null, lastMove: null, lastFire: null, points: {} };
}

/** Before the first event. */
export function startTable(battle: Battle): Table {
  const [first, second] = battle.seats.map(({ seat }) => seat);
  return {
    seq: 0,
    ruleset: battle.ruleset,
    stage: 'waiting',
    sides: [startSide(battle.setup, first ?? 'attacker'), startSide(battle.setup, second ?? 'defender')],
    names: {},
    ready: {},
    round: null,
    phase: null,
    waveSize: null,
    sealed: [],
    drawOffer: null,
    advantage: null,
    city: battle.ruleset === 'armies' && battle.setup.city ? 'stands' : 'none',
    map: startMap(battle),
    outcome: null,
    rematch: { wanted: {}, made: null, failed: null },
  };
}

// A snapshot every so many events: any moment is at most that many steps away. And the tables that were asked for last: whoever follows a battle
// goes on from there, one step for each event; a page that shows what happens a little later has two such places.
const stride = 50;
const recentMax = 4;

interface Kept {
  snapshots: Table[];
  recent: { at: number; table: Table }[];
}
const kept = new WeakMap<JsonObject, Kept>();

/** The table after event `seq` of `events` (all of the battle's, from number 1 on). Cheap for any `seq`, in any order. */
export function tableAt(battle: Battle, events: readonly BattleEvent[], seq: number): Table {
  let known = kept.get(battle.setup);
  if (!known) kept.set(battle.setup, (known = { snapshots: [startTable(battle)], recent: [] }));
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
