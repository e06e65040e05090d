// A choice as it grows: each step can be undone, over a reload too, since a draft keeps what was before it.
import type { JsonObject } from 'muster-client';
import { object, objects } from 'muster-client/table';

const kept = 60; // steps; a draft is no record

export const begun = (choice: JsonObject): JsonObject => ({ now: choice, past: [] });
export const nowOf = (draft: JsonObject): JsonObject => object(draft.now);
export const canUndo = (draft: JsonObject): boolean => objects(draft.past).length > 0;

/** One step further; what changes nothing is no step. */
export function stepped(draft: JsonObject, choice: JsonObject): JsonObject {
  const now = nowOf(draft);
  if (JSON.stringify(now) === JSON.stringify(choice)) return draft;
  return { now: choice, past: [...objects(draft.past), now].slice(-kept) };
}

export function undone(draft: JsonObject): JsonObject {
  const past = objects(draft.past);
  const before = past.at(-1);
  return before ? { now: before, past: past.slice(0, -1) } : draft;
}
