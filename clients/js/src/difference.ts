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
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(recorded)])];
    return firstOf(keys.length, (i) => {
      const key = keys[i] as string;
      return differenceAt(recorded, expected, key, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    });
  }
  return recorded === expected ? null : problem(path, 'differs', shortened(recorded), shortened(expected));
}

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
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

function shortened(json: Json | undefined): string {
  const text = (json === undefined ? undefined : canonicalize(json)) ?? 'nothing';
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
