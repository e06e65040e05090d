// What an event changes on the table, as the ruleset's description says: no rules are known here. rules/describe/table.cpp does the same, and
// tests/js/table.test.mjs compares the two. Tables are never changed: what a step does not touch is shared with the one before.
import type { BattleEvent, Json } from '../types.js';
import { descriptionOf, own, type Change } from './described.js';
import { withReadings } from './known_fields.js';
import { atPlace, givenAt, numberAt, textAt } from './place.js';
import { list, number, objects, text } from './read.js';
import type { Counted, MapState, MapUnit, Side, Table } from './table.js';

type Step = (table: Table, change: Change, data: Json) => Table;
type SideStep = (side: Side, change: Change, data: Json) => Side;

interface Some {
  unit: string;
  enhanced: boolean;
  count: number;
}

const someOf = (entry: Json): Some => ({ unit: textAt(entry, '/unit'), enhanced: givenAt(entry, '/enhanced'), count: numberAt(entry, '/count', 1) });

/** The units that a change names: lists of them, or one of a type. */
function named({ units = [], unit = '' }: Change, data: Json): Some[] {
  const listed = units.flatMap((place) => list(atPlace(data, place)).map(someOf));
  return unit ? [...listed, { unit: textAt(data, unit), enhanced: false, count: 1 }] : listed;
}

const isOf = (some: Some, { unit, enhanced }: Counted) => some.unit === unit && some.enhanced === enhanced;
const countOf = (all: readonly Some[], piece: Counted) => all.reduce((sum, some) => sum + (isOf(some, piece) ? some.count : 0), 0);

type OfEach = <Piece extends Counted>(piece: Piece) => Piece;
const withPieces = (side: Side, change: OfEach): Side => ({ ...side, pieces: side.pieces.map(change), tokens: side.tokens.map(change) });

/** For each of `some` by itself: of what is there, no more can be lost. */
function losing<Piece extends Counted>(piece: Piece, count: number): Piece {
  const lost = Math.min(Math.max(0, count), piece.living);
  if (lost === 0 && piece.supported <= piece.living) return piece;
  const living = piece.living - lost;
  return { ...piece, living, forward: Math.max(0, piece.forward - lost), fallen: piece.fallen + lost, supported: Math.min(piece.supported, living) };
}

function lose(side: Side, change: Change, data: Json): Side {
  const gone = named(change, data);
  return withPieces(side, (piece) => gone.reduce((left, some) => (isOf(some, left) ? losing(left, some.count) : left), piece));
}

const loseAll = (side: Side): Side => withPieces(side, (piece) => losing(piece, piece.living));

function gain(side: Side, change: Change, data: Json): Side {
  const some = { unit: textAt(data, change.unit ?? ''), enhanced: false, count: numberAt(data, change.from ?? '') };
  if (![...side.pieces, ...side.tokens].some((piece) => isOf(some, piece))) return { ...side, tokens: [...side.tokens, newOf(some)] };
  return withPieces(side, (piece) => (isOf(some, piece) ? { ...piece, start: piece.start + some.count, living: piece.living + some.count } : piece));
}

export const newOf = ({ unit, enhanced, count }: Some): Counted => ({ unit, enhanced, start: count, living: count, forward: 0, fallen: 0, supported: 0 });

function forward(side: Side, change: Change, data: Json): Side {
  const units = named(change, data);
  return { ...side, pieces: side.pieces.map((piece) => (piece.beside ? piece : { ...piece, forward: countOf(units, piece) })) };
}

function pair(side: Side, { units = [] }: Change, data: Json): Side {
  const pairs = units.flatMap((place) => list(atPlace(data, place)));
  const below = pairs.map(someOf);
  const above = pairs.map((entry, index) => ({ unit: textAt(entry, '/aircraft'), enhanced: false, count: below[index]!.count }));
  const paired = (piece: Counted) => ({ supported: piece.supported + countOf(below, piece), forward: piece.forward + countOf(above, piece) });
  return { ...side, pieces: side.pieces.map((piece) => ({ ...piece, ...paired(piece) })) };
}

function withSide(table: Table, seat: string, change: (side: Side) => Side): Table {
  return { ...table, sides: table.sides.map((side) => (side.seat === seat ? change(side) : side)) };
}

const onSide = (step: SideStep): Step => (table, change, data) => withSide(table, textAt(data, change.seat ?? ''), (side) => step(side, change, data));

function set(table: Table, change: Change, data: Json): Table {
  const { seat, field = '', from = '' } = change;
  const value = from.startsWith('/') ? atPlace(data, from) : from || null;
  if (seat === undefined) return { ...table, fields: { ...table.fields, [field]: value } };
  return withSide(table, textAt(data, seat), (side) => ({ ...side, fields: { ...side.fields, [field]: value } }));
}

const rested: OfEach = (piece) => ({ ...piece, forward: 0, fallen: 0, supported: 0 });

function fresh(table: Table, { seat, fields = [] }: Change, data: Json): Table {
  const which = seat === undefined ? null : textAt(data, seat);
  const isMeant = (side: { seat: string }) => which === null || side.seat === which;
  const left = (side: Side) => Object.fromEntries(Object.entries(side.fields).filter(([field]) => !fields.includes(field)));
  const sides = table.sides.map((side) => (isMeant(side) ? { ...withPieces(side, rested), roll: null, fields: left(side) } : side));
  const units = table.map?.units.map((unit) => (isMeant(unit) ? { ...unit, moved: false, fired: false } : unit));
  return { ...table, sides, map: table.map && { ...table.map, units: units ?? [], lastMove: null, lastFire: null } };
}

function classOn(table: Table, { from = '' }: Change, data: Json): Table {
  const word = textAt(data, from);
  const goes = (side: Side): Side => ({ ...side, pieces: side.pieces.map((piece) => (piece.kind === word ? { ...piece, forward: piece.living } : piece)) });
  return { ...table, sides: table.sides.map(goes) };
}

// ---- on a board ------------------------------------------------------------------------------------------------------

export function cellOf(value: Json | undefined): [number, number] {
  const [q, r] = list(value);
  return [number(q), number(r)];
}

/** `change` of the unit that is named, if there is one. */
function ofUnit(change: (unit: MapUnit, change: Change, data: Json) => Partial<MapState> & { unit: MapUnit }): Step {
  return (table, due, data) => {
    const id = textAt(data, due.unit ?? '');
    const before = table.map?.units.find((each) => each.id === id);
    if (!table.map || !before) return table;
    const { unit, ...rest } = change(before, due, data);
    return { ...table, map: { ...table.map, ...rest, units: table.map.units.map((each) => (each === before ? unit : each)) } };
  };
}

const move = ofUnit((unit, { from = '' }, data) => {
  const path = list(atPlace(data, from)).map(cellOf);
  return { unit: { ...unit, at: path.at(-1) ?? unit.at, moved: true }, lastMove: { unit: unit.id, from: unit.at, path }, lastFire: null };
});

const fire = ofUnit((unit, { from = '' }, data) => {
  const shots = objects(atPlace(data, from)).map((shot) => ({
    target: text(shot.target),
    hit: shot.hit === true,
    damaged: shot.damaged === true,
    destroyed: shot.destroyed === true,
    lost: shot.lost === true,
    power: number(shot.power),
  }));
  return { unit: { ...unit, fired: true }, lastFire: { unit: unit.id, shots }, lastMove: null };
});

const damage = ofUnit((unit, { from = '', gone }, data) => ({
  unit: { ...unit, damage: unit.damage + numberAt(data, from), destroyed: unit.destroyed || (gone !== undefined && givenAt(data, gone)) },
}));

// ---- what descriptions say -------------------------------------------------------------------------------------------

const operations: Record<Change['op'], Step> = {
  set,
  fresh,
  forward: onSide(forward),
  class_on: classOn,
  pair: onSide(pair),
  lose: onSide(lose),
  lose_all: onSide(loseAll),
  gain: onSide(gain),
  move,
  fire,
  damage,
};

function changed(table: Table, change: Change, data: Json): Table {
  if (change.if !== undefined && !givenAt(data, change.if)) return table;
  if (change.unless !== undefined && givenAt(data, change.unless)) return table;
  return own(operations, change.op)?.(table, change, data) ?? table; // one of a later server changes nothing
}

/** The table after an event of the ruleset's own; what is not described changes nothing. */
export function afterChanges(table: Table, { event, data }: BattleEvent): Table {
  const does = own(descriptionOf(table.ruleset)?.events, event)?.does ?? [];
  let next = table;
  for (const change of does) {
    const each = change.each === undefined ? [data] : list(atPlace(data, change.each));
    for (const item of each) next = changed(next, change, item);
  }
  return next === table ? table : withReadings({ ...next, stage: 'running' }, table);
}
