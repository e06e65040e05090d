// One event's step of the table. Tables are never changed: what a step does not touch is shared with the one before.
import type { BattleEvent, Code, EventName, JsonObject } from '../types.js';
import { advanceMap } from './fold_map.js';
import { number, numberOrNull, object, objects, text, troops, wordOrNull } from './read.js';
import type { Troop } from './read.js';
import type { Piece, Roll, Side, Table } from './table.js';

type Step = (table: Table, data: JsonObject, event: BattleEvent) => Table;

function withSide(table: Table, seat: string, change: (side: Side) => Side): Table {
  const [a, b] = table.sides;
  if (a.seat === seat) return { ...table, sides: [change(a), b] };
  if (b.seat === seat) return { ...table, sides: [a, change(b)] };
  return table;
}

function withBoth(table: Table, change: (side: Side) => Side): Table {
  return { ...table, sides: [change(table.sides[0]), change(table.sides[1])] };
}

function countIn(list: Troop[], piece: Piece): number {
  return list.find((each) => each.unit === piece.unit && each.enhanced === piece.enhanced)?.count ?? 0;
}

// What was rolled, added up and lost in one phase is cleared at the next.
function freshPhase(side: Side): Side {
  return {
    ...side,
    pieces: side.pieces.map((piece) => ({ ...piece, forward: 0, fallen: 0, supported: 0 })),
    roll: null,
    lines: [],
    total: null,
    damage: null,
    absorbed: null,
    hits: null,
    hitClass: null,
    supportedClass: null,
  };
}

function phaseStarted(table: Table, data: JsonObject): Table {
  const phase = typeof data.phase === 'string' ? data.phase : number(data.phase);
  const fresh = withBoth(table, freshPhase);
  const next = { ...fresh, stage: 'running' as const, phase, round: numberOrNull(data.round) ?? table.round, waveSize: numberOrNull(data.wave_size) };
  if (typeof phase !== 'string') return next;
  const kind = phase === 'air' ? 'aircraft' : phase;
  return withBoth(next, (side) => ({
    ...side,
    pieces: side.pieces.map((piece) => (piece.kind === kind ? { ...piece, forward: piece.living } : piece)),
  }));
}

function waveFormed(table: Table, data: JsonObject): Table {
  const units = troops(data.units);
  return withSide(table, text(data.seat), (side) => ({
    ...side,
    pieces: side.pieces.map((piece) => (piece.kind === 'aircraft' ? piece : { ...piece, forward: countIn(units, piece) })),
  }));
}

function airSupport(table: Table, data: JsonObject): Table {
  const pairs = objects(data.pairs).map((each) => ({ aircraft: text(each.aircraft), unit: text(each.unit), enhanced: each.enhanced === true, count: number(each.count, 1) }));
  const sum = (list: { count: number }[]) => list.reduce((all, each) => all + each.count, 0);
  return withSide(table, text(data.seat), (side) => ({
    ...side,
    supportedClass: wordOrNull(data.class),
    pieces: side.pieces.map((piece) =>
      piece.kind === 'aircraft'
        ? { ...piece, forward: sum(pairs.filter((pair) => pair.aircraft === piece.unit)) }
        : { ...piece, supported: sum(pairs.filter((pair) => pair.unit === piece.unit && pair.enhanced === piece.enhanced)) },
    ),
  }));
}

function rolled(table: Table, data: JsonObject, event: BattleEvent): Table {
  const roll: Roll = {
    seq: event.seq,
    roll: number(data.roll),
    purpose: text(data.purpose),
    groups: objects(data.groups).map((group) => ({
      label: text(group.label),
      dice: (Array.isArray(group.dice) ? group.dice : []).map((die) => number(die)),
      combatValue: numberOrNull(group.combat_value),
      hits: numberOrNull(group.hits),
    })),
  };
  return withSide(table, text(data.seat), (side) => ({ ...side, roll }));
}

function totalled(table: Table, data: JsonObject): Table {
  const lines = objects(data.lines).map((each) => ({ line: text(each.line), value: number(each.value) }));
  return withSide(table, text(data.seat), (side) => ({ ...side, lines, total: number(data.total) }));
}

function casualtiesTaken(table: Table, data: JsonObject): Table {
  const lost = [...troops(data.lost), ...troops(data.aircraft_lost)];
  return withSide(table, text(data.seat), (side) => ({
    ...side,
    damage: numberOrNull(data.damage),
    absorbed: numberOrNull(data.absorbed),
    kept: number(data.kept),
    pieces: side.pieces.map((piece) => {
      const count = countIn(lost, piece);
      if (count === 0) return piece;
      const living = Math.max(0, piece.living - count);
      return { ...piece, living, forward: Math.max(0, piece.forward - count), fallen: piece.fallen + count, supported: Math.min(piece.supported, living) };
    }),
  }));
}

// Without a region to go to the army is destroyed.
function retreated(table: Table, data: JsonObject): Table {
  if (typeof data.region === 'string') return table;
  return withSide(table, 'attacker', (side) => ({
    ...side,
    pieces: side.pieces.map((piece) => ({ ...piece, fallen: piece.fallen + piece.living, living: 0, forward: 0 })),
  }));
}

// ---- armies ----------------------------------------------------------------------------------------------------------

function advantageCounted(table: Table, data: JsonObject): Table {
  const levels = Object.fromEntries(Object.entries(object(data.levels)).map(([seat, level]) => [seat, number(level)]));
  const advantage = { levels, net: number(data.net), holder: wordOrNull(data.holder), removedBefore: number(data.removed_before), first: wordOrNull(data.first) };
  return { ...table, advantage };
}

function removed(table: Table, data: JsonObject): Table {
  const army = data.token === 'army';
  const seat = text(data.seat);
  // What fell before is swept from the table, but for the other half of a pair that goes at once.
  const swept = data.step === 'simultaneous' ? table : withBoth(table, (side) => ({ ...side, fallenTokens: { population: 0, armies: 0 } }));
  return withSide(swept, seat, (side) => ({
    ...side,
    population: side.population - (army ? 0 : 1),
    armies: side.armies - (army ? 1 : 0),
    fallenTokens: { population: army ? 0 : 1, armies: army ? 1 : 0 },
  }));
}

function cityAssaulted(table: Table, data: JsonObject): Table {
  if (data.falls !== true) {
    return withSide(table, 'attacker', (side) => ({
      ...side,
      population: 0,
      armies: 0,
      fallenTokens: { population: side.population, armies: side.armies },
    }));
  }
  const fallen = { ...table, city: 'fallen' as const };
  return withSide(fallen, 'defender', (side) => ({ ...side, population: side.population + number(data.placed) }));
}

// ---- what all battles have -------------------------------------------------------------------------------------------

function chosen(table: Table, data: JsonObject): Table {
  const sealed = table.sealed.filter((each) => each.decision !== data.decision);
  const next = sealed.length === table.sealed.length ? table : { ...table, sealed };
  if (data.kind !== 'ready') return next;
  return { ...next, stage: 'asking', ready: { ...table.ready, [text(data.seat)]: object(data.choice).ready === true } };
}

function ended(table: Table, data: JsonObject): Table {
  const survivors = Object.fromEntries(Object.entries(object(data.survivors)).map(([seat, left]) => [seat, number(left)]));
  return { ...table, stage: 'over', sealed: [], drawOffer: null, outcome: { winner: wordOrNull(data.winner), reason: text(data.reason), survivors } };
}

function rematchWanted(table: Table, data: JsonObject): Table {
  return { ...table, rematch: { ...table.rematch, wanted: { ...table.rematch.wanted, [text(data.seat)]: data.swap === true }, failed: null } };
}

// Taken back, or it cannot be made: then with why.
function rematchWithdrawn(table: Table, data: JsonObject): Table {
  const { [text(data.seat)]: _gone, ...wanted } = table.rematch.wanted;
  const failed = data.code ? { code: text(data.code) as Code, message: text(data.message) } : null;
  return { ...table, rematch: { ...table.rematch, wanted, failed } };
}

const named: Step = (table, data) => ({ ...table, names: { ...table.names, [text(data.seat)]: text(data.name) } });

const steps: { [Name in EventName]?: Step } = {
  seat_taken: named,
  seat_handed_over: (table, data, event) => (text(data.name) ? named(table, data, event) : table),
  battle_started: (table) => ({ ...table, stage: 'running' }),
  decision_sealed: (table, data) => ({ ...table, sealed: [...table.sealed, { seat: text(data.seat), decision: number(data.decision) }] }),
  decision_unsealed: (table, data) => ({ ...table, sealed: table.sealed.filter((each) => each.decision !== data.decision) }),
  chosen,
  draw_offered: (table, data) => ({ ...table, drawOffer: text(data.seat) }),
  draw_answered: (table) => ({ ...table, drawOffer: null }),
  battle_ended: ended,
  rematch_wanted: rematchWanted,
  rematch_withdrawn: rematchWithdrawn,
  rematch_made: (table, data) => ({ ...table, rematch: { wanted: {}, made: { battle: text(data.battle), swap: data.swap === true }, failed: null } }),
  round_started: (table, data) => ({ ...table, round: number(data.round) }),
  phase_started: phaseStarted,
  wave_formed: waveFormed,
  air_support_declared: airSupport,
  rolled,
  totalled,
  hits_dealt: (table, data) => withSide(table, text(data.seat), (side) => ({ ...side, hits: number(data.hits), hitClass: wordOrNull(data.class) })),
  casualties_taken: casualtiesTaken,
  retreated,
  advantage_counted: advantageCounted,
  removed,
  city_assaulted: cityAssaulted,
};

/** The table after one more event; unknown ones only count. */
export function advance(table: Table, event: BattleEvent): Table {
  const step = Object.hasOwn(steps, event.event) ? steps[event.event as EventName] : undefined;
  const next = step ? step(table, event.data, event) : table;
  const map = next.map && advanceMap(next.map, event);
  return { ...next, map, seq: event.seq };
}
