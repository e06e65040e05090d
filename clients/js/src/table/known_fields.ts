// What descriptions put on a table under names that many rulesets have, read into what a program can count with. All of it stands in `fields` and
// `tokens` too, under the description's own names.
import type { Json, JsonObject } from '../types.js';
import { number, numberOrNull, object, objects, text, wordOrNull } from './read.js';
import type { Advantage, MapState, Side, Table } from './table.js';

function advantageOf(fields: JsonObject): Advantage | null {
  if (!('levels' in fields)) return null;
  const levels = Object.fromEntries(Object.entries(object(fields.levels)).map(([seat, level]) => [seat, number(level)]));
  return { levels, net: number(fields.net), holder: wordOrNull(fields.holder), removedBefore: number(fields.removed_before), first: wordOrNull(fields.first) };
}

const phaseOf = (value: Json | undefined) => (typeof value === 'string' || typeof value === 'number' ? value : null);

export function ofTable(fields: JsonObject): Pick<Table, 'round' | 'phase' | 'waveSize' | 'advantage' | 'city'> {
  return {
    round: numberOrNull(fields.round),
    phase: phaseOf(fields.phase),
    waveSize: numberOrNull(fields.wave_size),
    advantage: advantageOf(fields),
    city: fields.city === 'fallen' ? 'fallen' : fields.city ? 'stands' : 'none',
  };
}

const tokensIn = (side: Pick<Side, 'tokens'>, unit: string) => side.tokens.find((token) => token.unit === unit);

export function ofSide(side: Pick<Side, 'fields' | 'tokens'>) {
  const { fields } = side;
  const [people, army] = [tokensIn(side, 'population'), tokensIn(side, 'army')];
  return {
    lines: objects(fields.lines).map((each) => ({ line: text(each.line), value: number(each.value) })),
    total: numberOrNull(fields.total),
    damage: numberOrNull(fields.damage),
    absorbed: numberOrNull(fields.absorbed),
    hits: numberOrNull(fields.hits),
    hitClass: wordOrNull(fields.hit_class),
    kept: number(fields.kept),
    supportedClass: wordOrNull(fields.supported_class),
    population: people?.living ?? 0,
    armies: army?.living ?? 0,
    fallenTokens: { population: people?.fallen ?? 0, armies: army?.fallen ?? 0 },
  };
}

export function ofMap({ fields, sides }: Pick<Table, 'fields' | 'sides'>): Pick<MapState, 'turn' | 'initiative' | 'points'> {
  const counted = sides.filter((side) => typeof side.fields.points === 'number');
  return {
    turn: number(fields.turn),
    initiative: wordOrNull(fields.initiative),
    points: Object.fromEntries(counted.map(({ seat, fields: { points } }) => [seat, number(points)])),
  };
}

/** The table with what follows from what is new on it. */
export function withReadings(table: Table, before: Table): Table {
  const sides = table.sides.map((side, index) => (side === before.sides[index] ? side : { ...side, ...ofSide(side) }));
  return { ...table, ...ofTable(table.fields), sides, map: table.map && { ...table.map, ...ofMap(table) } };
}
