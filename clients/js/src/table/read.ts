// Lenient reading of what comes over the wire: a client shows what it understands and never breaks on the rest.
import type { Json, JsonObject } from '../types.js';

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function objects(value: Json | undefined): JsonObject[] {
  return list(value).filter(isObject);
}

export function words(value: Json | undefined): string[] {
  return list(value).filter((each) => typeof each === 'string');
}

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function wordOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: Json | undefined, otherwise = 0): number {
  return typeof value === 'number' ? value : otherwise;
}

export function numberOrNull(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** Some of several kinds of units, as setups, options, choices and events have them. */
export interface Troop {
  unit: string;
  enhanced: boolean;
  count: number;
  supported?: number;
}

export function troops(value: Json | undefined): Troop[] {
  return objects(value).map((each) => ({
    unit: text(each.unit),
    enhanced: each.enhanced === true,
    count: number(each.count, 1),
    ...(typeof each.supported === 'number' ? { supported: each.supported } : {}),
  }));
}
