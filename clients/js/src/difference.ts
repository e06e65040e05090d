import canonicalize from 'canonicalize';
import { problem, type Problem } from './problem.js';
import type { Json, JsonObject } from './types.js';

/** The first place where what is recorded is not what it should be. */
export function firstDifference(recorded: Json | undefined, expected: Json | undefined, path: string): Problem | null {
  if (recorded !== undefined && expected !== undefined && canonicalize(recorded) === canonicalize(expected)) return null;
  if (Array.isArray(recorded) && Array.isArray(expected)) {
    return firstOf(Math.max(recorded.length, expected.length), (i) => firstDifference(recorded[i], expected[i], `${path}/${i}`));
  }
  if (isObject(recorded) && isObject(expected)) {
    const keys = fieldsInOrder({ ...expected, ...recorded });
    return firstOf(keys.length, (i) => {
      const key = keys[i] as string;
      return differenceAt(recorded, expected, key, below(path, key));
    });
  }
  return recorded === expected ? null : problem(path, 'differs', shortened(recorded), shortened(expected));
}

/** The names of an object's fields in the order of RFC 8785. */
export function fieldsInOrder(object: object): string[] {
  return Object.keys(object).sort();
}

/** The first field that is not among these; those with a question mark may be missing. */
export function unknownField(said: object, fields: readonly string[], path: string): Problem | null {
  const unknown = fieldsInOrder(said).find((key) => !fields.includes(key) && !fields.includes(`${key}?`));
  return unknown === undefined ? null : problem(below(path, unknown), 'unknown_field');
}

/** The path of a field. */
export function below(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** What is no text is empty. */
export function textOf(json: unknown): string {
  return typeof json === 'string' ? json : '';
}

function differenceAt(recorded: JsonObject, expected: JsonObject, key: string, path: string): Problem | null {
  return firstDifference(own(recorded, key), own(expected, key), path);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function firstOf(count: number, look: (index: number) => Problem | null): Problem | null {
  for (let i = 0; i < count; ++i) {
    const found = look(i);
    if (found) return found;
  }
  return null;
}

export function shortened(json: Json | undefined): string {
  const text = (json === undefined ? undefined : canonicalize(json)) ?? 'nothing';
  const characters = Array.from(text.slice(0, 2 * 81)); // each is one or two of the text's units
  return characters.length > 80 ? `${characters.slice(0, 79).join('')}…` : text;
}
