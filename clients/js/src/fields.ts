// Strict reading, as the program does it (rules/fields.hpp): the same is refused, at the same place and with the same words.

import { below, fieldsInOrder, isObject } from './difference.js';
import { problem, type Problem } from './problem.js';

/** What is wrong with a value; null: nothing. */
type Check = (value: unknown, path: string) => Problem | null;

export interface Field {
  check: Check;
  /** whether it may not be left out */
  must: boolean;
}

const wrong = (path: string, why: string) => problem(path, 'misshapen', why);

function wrongType(value: unknown, expected: string, path: string): Problem {
  return wrong(path, `expected ${expected}, got ${typeName(value)}`);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return { boolean: 'true or false', string: 'a string', number: 'a number' }[typeof value as string] ?? 'an object';
}

export const any: Check = () => null;

export const nullable = (check: Check): Check => (value, path) => (value === null ? null : check(value, path));

export const yesOrNo: Check = (value, path) => (typeof value === 'boolean' ? null : wrongType(value, 'true or false', path));

export function text(least = 0, most = Infinity): Check {
  return (value, path) => {
    if (typeof value !== 'string') return wrongType(value, 'a string', path);
    if (value.length < least) return wrong(path, `too short; at least ${least} characters`);
    return value.length > most && Array.from(value).length > most ? wrong(path, `too long; at most ${most} characters`) : null;
  };
}

export function integer(least: number, most = Infinity): Check {
  return (value, path) => {
    if (typeof value !== 'number') return wrongType(value, 'an integer', path);
    if (value > most) return wrong(path, `${value} is too large; at most ${most}`);
    return value < least ? wrong(path, `${value} is too small; at least ${least}`) : null;
  };
}

export function list(each: Check, most = Infinity): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return wrongType(value, 'an array', path);
    if (value.length > most) return wrong(path, `has ${value.length} entries; at most ${most}`);
    for (const [index, item] of value.entries()) {
      const found = each(item, `${path}/${index}`);
      if (found) return found;
    }
    return null;
  };
}

/** With these fields and no others. */
export function object(fields: Record<string, Field>): Check {
  return (value, path) => {
    if (!isObject(value)) return wrongType(value, 'an object', path);
    for (const [key, { check }] of Object.entries(fields)) {
      const found = Object.hasOwn(value, key) ? check(value[key], `${path}/${key}`) : null;
      if (found) return found;
    }
    const unknown = fieldsInOrder(value).find((key) => !Object.hasOwn(fields, key));
    if (unknown !== undefined) return wrong(below(path, unknown), `unknown field "${unknown}"`);
    const missing = Object.keys(fields).find((key) => fields[key]?.must && !Object.hasOwn(value, key));
    return missing === undefined ? null : wrong(`${path}/${missing}`, `"${missing}" is missing`);
  };
}

/** Where the first number is that not everybody reads alike (RFC 7493); null: nowhere. */
export function inexactPlace(value: unknown, path = ''): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? null : path;
  if (Array.isArray(value)) return firstPlace(value.keys(), (index) => inexactPlace(value[index], `${path}/${index}`));
  return isObject(value) ? firstPlace(fieldsInOrder(value), (key) => inexactPlace(value[key], below(path, key))) : null;
}

function firstPlace<Key>(keys: Iterable<Key>, place: (key: Key) => string | null): string | null {
  for (const key of keys) {
    const found = place(key);
    if (found !== null) return found;
  }
  return null;
}
