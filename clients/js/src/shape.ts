// Whether something is a record at all. It may come from anywhere: nothing of it is believed before.

import { isObject } from './difference.js';
import { problem, type Problem } from './problem.js';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const integer: Check = Number.isSafeInteger;
const list: Check = Array.isArray;
const optional = (check: Check): Check => (value) => value === undefined || value === null || check(value);

const ofRecord: [string, Check, string][] = [
  ['format', (value) => value === 'muster.record/1', '"muster.record/1"'],
  ['battle', text, 'a text'],
  ['ruleset', text, 'a text'],
  ['ruleset_version', integer, 'an integer'],
  ['title', text, 'a text'],
  ['setup', isObject, 'an object'],
  ['options', optional(isObject), 'an object'],
  ['seats', list, 'a list'],
  ['commitment', text, 'a text'],
  ['inputs', list, 'a list'],
  ['events', list, 'a list'],
  ['outcome', optional(isObject), 'an object'],
  ['chain', text, 'a text'],
];
const ofSeat: [string, Check, string][] = [
  ['seat', text, 'a text'],
  ['name', optional(text), 'a text'],
];
const ofInput: [string, Check, string][] = [
  ['seq', integer, 'an integer'],
  ['seat', optional(text), 'a text'],
  ['kind', text, 'a text'],
];
const ofEvent: [string, Check, string][] = [
  ['seq', integer, 'an integer'],
  ['event', text, 'a text'],
  ['data', isObject, 'an object'],
];

const die: Check = (value) => integer(value) && (value as number) >= 1 && (value as number) <= 6;

/** The first thing that is not as in a record, or null. */
export function shapeProblem(record: unknown): Problem | null {
  if (!isObject(record)) return problem('', 'no_record');
  return fields(record, ofRecord, '') ?? each(record, 'seats', ofSeat) ?? each(record, 'inputs', ofInput) ?? each(record, 'events', ofEvent) ?? rolls(record);
}

function fields(value: unknown, checks: [string, Check, string][], path: string): Problem | null {
  if (!isObject(value)) return problem(path, 'expected', 'an object');
  const wrong = checks.find(([key, check]) => !check(value[key]));
  return wrong ? problem(`${path}/${wrong[0]}`, 'expected', wrong[2]) : null;
}

function each(record: Record<string, unknown>, key: string, checks: [string, Check, string][]): Problem | null {
  for (const [index, value] of (record[key] as unknown[]).entries()) {
    const wrong = fields(value, checks, `/${key}/${index}`);
    if (wrong) return wrong;
  }
  return null;
}

function rolls(record: Record<string, unknown>): Problem | null {
  for (const [index, event] of (record['events'] as { event: string; data: Record<string, unknown> }[]).entries()) {
    if (event.event !== 'rolled') continue;
    const path = `/events/${index}/data/groups`;
    const { groups } = event.data;
    if (!Array.isArray(groups)) return problem(path, 'expected', 'a list');
    for (const [at, group] of groups.entries()) {
      if (!isObject(group) || !Array.isArray(group['dice'])) return problem(`${path}/${at}`, 'expected', 'a group of dice');
      const wrong = group['dice'].findIndex((value) => !die(value));
      if (wrong >= 0) return problem(`${path}/${at}/dice/${wrong}`, 'expected', 'a number from 1 to 6');
    }
  }
  return null;
}
