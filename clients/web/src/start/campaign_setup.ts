// Changes of a campaign's setup as its editor makes them: what belongs to an area or a nation goes with it.
import type { JsonObject } from 'muster-client';

import { isObject, objectsOf } from './setup_seats';

export type BorderKind = 'land' | 'water';
/** What a nation has by areas. */
export const pieceKinds = ['population', 'armies', 'ships'] as const;
export type PieceKind = (typeof pieceKinds)[number];

const wordMax = 40;

export const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []);
export const bordersOf = (setup: JsonObject, kind: BorderKind): string[][] => (Array.isArray(setup[kind]) ? (setup[kind] as string[][]) : []);
const countsOf = (nation: JsonObject, kind: PieceKind): JsonObject => (isObject(nation[kind]) ? nation[kind] : {});

/** As setups write it: small letters, digits and _. */
export function wordOf(name: string): string {
  const plain = name.normalize('NFD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9]+/g, '_');
  return plain.replaceAll(/^_+|_+$/g, '').slice(0, wordMax);
}

/** `wanted`, or with a number what nobody has yet. */
export function freeWord(wanted: string, taken: readonly string[]): string {
  let word = wanted;
  for (let number = 2; taken.includes(word); number++) word = `${wanted.slice(0, wordMax - 4)}_${number}`;
  return word;
}

export const areaWords = (setup: JsonObject): string[] => objectsOf(setup.areas).map(({ area }) => String(area));

/** Its word. */
export function addArea(setup: JsonObject, name: string, open_sea: boolean): string {
  const area = freeWord(wordOf(name) || 'area', areaWords(setup));
  setup.areas = [...objectsOf(setup.areas), open_sea ? { area, open_sea } : { area, limit: 2 }];
  return area;
}

/** Everything that means this area means `next`, or goes where there is none. */
function follow(setup: JsonObject, area: string, next: string | null): void {
  const renamed = (each: string) => (each === area ? next : each);
  for (const kind of ['land', 'water'] as const)
    setup[kind] = bordersOf(setup, kind).map((ends) => ends.map(renamed)).filter((ends) => ends.every((end) => end !== null)) as string[][];
  for (const nation of objectsOf(setup.nations)) {
    for (const kind of pieceKinds) {
      if (!isObject(nation[kind])) continue;
      const entries = Object.entries(nation[kind]).map(([each, count]) => [renamed(each), count] as const).filter(([each]) => each !== null);
      nation[kind] = Object.fromEntries(entries) as JsonObject;
    }
    for (const list of ['cities', 'start']) if (nation[list] !== undefined) nation[list] = wordsOf(nation[list]).map(renamed).filter((each) => each !== null);
    if (Array.isArray(nation.start) && nation.start.length === 0) delete nation.start;
  }
}

export function removeArea(setup: JsonObject, area: string): void {
  setup.areas = objectsOf(setup.areas).filter((each) => each.area !== area);
  follow(setup, area, null);
}

/** The word that it has then. */
export function renameArea(setup: JsonObject, area: string, name: string, shownAs: (word: string) => string): string {
  const mine = objectsOf(setup.areas).find((each) => each.area === area);
  const word = freeWord(wordOf(name) || area, areaWords(setup).filter((each) => each !== area));
  if (!mine) return area;
  if (word !== area) {
    follow(setup, area, word);
    mine.area = word;
  }
  delete mine.name;
  if (name.trim() !== '' && shownAs(word) !== name.trim()) mine.name = name.trim();
  return word;
}

/** Land becomes open sea, on which nothing stands and which has no border over land; and the other way around. */
export function setSea(setup: JsonObject, area: string, sea: boolean): void {
  const mine = objectsOf(setup.areas).find((each) => each.area === area);
  if (!mine) return;
  for (const field of ['limit', 'city_site', 'flood_plain', 'volcano', 'open_sea']) delete mine[field];
  if (!sea) {
    mine.limit = 2;
    return;
  }
  mine.open_sea = true;
  setup.land = bordersOf(setup, 'land').filter((ends) => !ends.includes(area));
  for (const nation of objectsOf(setup.nations)) {
    for (const kind of pieceKinds) setPieces(nation, kind, area, 0);
    setCity(nation, area, false);
    const start = wordsOf(nation.start).filter((each) => each !== area);
    if (start.length > 0) nation.start = start;
    else delete nation.start;
  }
}

export const isBorder = (setup: JsonObject, kind: BorderKind, one: string, other: string): boolean =>
  bordersOf(setup, kind).some((ends) => ends.includes(one) && ends.includes(other));

export function setBorder(setup: JsonObject, kind: BorderKind, one: string, other: string, there: boolean): void {
  const others = bordersOf(setup, kind).filter((ends) => !ends.includes(one) || !ends.includes(other));
  setup[kind] = there ? [...others, [one, other]] : others;
}

export const piecesAt = (nation: JsonObject, kind: PieceKind, area: string): number => Number(countsOf(nation, kind)[area] ?? 0);

export function setPieces(nation: JsonObject, kind: PieceKind, area: string, count: number): void {
  const { [area]: _, ...others } = countsOf(nation, kind);
  const next = count > 0 ? { ...others, [area]: count } : others;
  if (Object.keys(next).length > 0) nation[kind] = next;
  else delete nation[kind];
}

export function setCity(nation: JsonObject, area: string, there: boolean): void {
  const others = wordsOf(nation.cities).filter((each) => each !== area);
  const next = there ? [...others, area] : others;
  if (next.length > 0) nation.cities = next;
  else delete nation.cities;
}

/** What a nation may have at most of these; null: as usual. */
export type Stock = 'tokens' | 'armies' | 'ships' | 'cities';
export const pieceCount = (setup: JsonObject, stock: Stock): number | null => (isObject(setup.pieces) && typeof setup.pieces[stock] === 'number' ? setup.pieces[stock] : null);

export function setPieceCount(setup: JsonObject, stock: Stock, count: number | null): void {
  const { [stock]: _, ...others } = isObject(setup.pieces) ? setup.pieces : {};
  const next = count === null ? others : { ...others, [stock]: count };
  if (Object.keys(next).length > 0) setup.pieces = next;
  else delete setup.pieces;
}

/** A calamity that is known to come. */
export type Strike = { turn: number; seat: string; calamity: string };
export function listedOf({ calamities }: JsonObject): Strike[] {
  return objectsOf(isObject(calamities) ? calamities.listed : []).map((each) => ({ turn: Number(each.turn ?? 1), seat: String(each.seat), calamity: String(each.calamity) }));
}

export function setListed(setup: JsonObject, listed: Strike[]): void {
  const { listed: _, ...others } = isObject(setup.calamities) ? setup.calamities : {};
  const next: JsonObject = listed.length > 0 ? { ...others, listed } : others;
  if (Object.keys(next).length > 0) setup.calamities = next;
  else delete setup.calamities;
}

/** Where barbarians come who strike a nation: as listed, else where it begins on land. */
export function startsOf(nation: JsonObject): string[] {
  if (Array.isArray(nation.start)) return wordsOf(nation.start);
  const standing = (['population', 'armies'] as const).flatMap((kind) => Object.entries(countsOf(nation, kind)).filter(([, count]) => Number(count) > 0).map(([area]) => area));
  return [...new Set([...standing, ...wordsOf(nation.cities)])];
}

export function setStart(nation: JsonObject, area: string, there: boolean): void {
  const others = startsOf(nation).filter((each) => each !== area);
  const next = there ? [...others, area] : others;
  delete nation.start;
  const usual = startsOf(nation);
  if (next.length !== usual.length || next.some((each) => !usual.includes(each))) nation.start = next;
}
