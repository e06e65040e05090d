// Where something stands in an event, a decision or a setup, as descriptions say it: "/lost", "/path/-" (the last of a list),
// "/shots/*/damaged" (of each in a list), "" (all of it), "/phase=air" (whether that is what stands there). rules/describe/place.hpp does the same.
import type { Json } from '../types.js';
import { isObject } from './read.js';

function step(value: Json, name: string): Json[] {
  if (Array.isArray(value)) {
    if (name === '*') return value;
    const found = name === '-' ? value.at(-1) : /^\d+$/.test(name) ? value[Number(name)] : undefined;
    return found === undefined ? [] : [found];
  }
  return isObject(value) && Object.hasOwn(value, name) ? [value[name]!] : [];
}

function allAt(json: Json | undefined, place: string): Json[] {
  const start = json === undefined ? [] : [json];
  if (place === '') return start;
  if (!place.startsWith('/')) return [];
  return place.slice(1).split('/').reduce((found, name) => found.flatMap((each) => step(each, name)), start);
}

/** What stands there; null if nothing does. Of several that `*` means, the first. */
export const atPlace = (json: Json | undefined, place: string): Json => allAt(json, place)[0] ?? null;

function isGiven(value: Json): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** Whether something stands there, at one of the places, that is neither null, false, 0 nor empty. */
export function givenAt(json: Json | undefined, place: string): boolean {
  const [where = '', ...word] = place.split('=');
  return word.length === 0 ? allAt(json, where).some(isGiven) : allAt(json, where).includes(word.join('='));
}

/** A text that stands there; what does not begin with / is meant itself. */
export function textAt(json: Json | undefined, place: string): string {
  if (place !== '' && !place.startsWith('/')) return place;
  const value = atPlace(json, place);
  return typeof value === 'string' ? value : '';
}

/** A whole number that stands there. */
export function numberAt(json: Json | undefined, place: string, otherwise = 0): number {
  const value = atPlace(json, place);
  return Number.isInteger(value) ? Number(value) : otherwise;
}
