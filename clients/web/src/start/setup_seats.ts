// Who sits in a battle, as its setup says. Most rules have the same two seats in every battle; of others each setup names its own, and the
// schema in the catalog tells where: in a list of words called `seats`, or in a list of sides that have a `seat` each.
import type { Catalog, JsonObject, Refusal } from 'muster-client';

import { colourOf, seatColours, seatWord } from '../lib/sides';
import { capital } from '../lib/words';

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export interface SeatList {
  /** the setup's field */
  list: string;
  of: 'words' | 'sides';
  least: number;
  most: number;
}

type ListSchema = { items?: { type?: string; required?: string[] }; minItems?: number; maxItems?: number };

/** Where setups of these rules name seats; null: none does. */
export function seatListOf({ setup_schema }: Pick<Catalog, 'setup_schema'>): SeatList | null {
  for (const [list, schema] of Object.entries((setup_schema.properties ?? {}) as Record<string, ListSchema>)) {
    const ofSides = schema.items?.required?.includes('seat') ?? false;
    const ofWords = list === 'seats' && schema.items?.type === 'string';
    // Rules that also know two seats of their own take no list of a single one.
    if (ofSides || ofWords) return { list, of: ofSides ? 'sides' : 'words', least: schema.minItems ?? 2, most: schema.maxItems ?? 8 };
  }
  return null;
}

function namesIn(catalog: Catalog, setup: JsonObject): string[] {
  const { list, of } = seatListOf(catalog) ?? {};
  const found = list === undefined ? [] : of === 'words' ? setup[list] : objectsOf(setup[list]).map(({ seat }) => seat);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

/** Whether it is this setup that names them. */
export const namesSeats = (catalog: Catalog, setup: JsonObject): boolean => namesIn(catalog, setup).length > 0;

/** In their order. A setup that is still being written may lack names, or have one twice: those count once they are names. */
export function seatsOf(catalog: Catalog, setup: JsonObject): readonly string[] {
  const names = namesIn(catalog, setup);
  return names.length === 0 ? catalog.seats : [...new Set(names)].filter((each) => each !== '');
}

/** What a setup says of a seat: its side. */
export function sideOf(catalog: Catalog, setup: JsonObject, seat: string): JsonObject {
  const { list, of } = seatListOf(catalog) ?? {};
  const named = list !== undefined && of === 'sides' ? objectsOf(setup[list]).find((each) => each.seat === seat) : undefined;
  return named ?? (isObject(setup[seat]) ? setup[seat] : {});
}

/** As a heading has it: the name that the setup gives its side, else the seat's. */
export function sideTitle(catalog: Catalog, setup: JsonObject, seat: string): string {
  const { name } = sideOf(catalog, setup, seat);
  return typeof name === 'string' && name !== '' ? name : capital(seatWord(seat));
}

/** What somebody has written as a seat's name as seats are called: what cannot be one is put right where it can be. */
export const seatOfName = (written: string): string => written.trim().toLowerCase().replaceAll(/[\s-]+/g, '_');

/** The first that can be no seat's name, or is there twice: `message` says so. The server also knows words that mean something else. */
export function faultOfNames(catalog: Catalog, setup: JsonObject, message: string): Refusal | null {
  const list = seatListOf(catalog);
  if (list?.of !== 'words') return null;
  const names = namesIn(catalog, setup);
  const wrong = names.findIndex((name, place) => !/^[a-z0-9_]{1,20}$/.test(name) || names.indexOf(name) !== place);
  return wrong < 0 ? null : { code: 'bad_setup', message, path: `/setup/${list.list}/${wrong}` };
}

/** For one more of them: what nobody is called yet, and whose colour nobody has. */
export function freeSeat(seats: readonly string[]): string {
  const taken = seats.map((seat) => colourOf(seat, seats));
  const free = seatColours.find((colour) => !seats.includes(colour) && !taken.includes(colourOf(colour)));
  return free ?? seatColours.find((colour) => !seats.includes(colour)) ?? `seat_${seats.length + 1}`;
}
