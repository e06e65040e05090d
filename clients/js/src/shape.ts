// Whether something is a record at all. It may come from anywhere: nothing of it is believed before.

import { isObject, type Problem } from './difference.js';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const integer: Check = Number.isSafeInteger;
const list: Check = Array.isArray;
const optional = (check: Check): Check => (value) => value === undefined || value === null || check(value);

const ofRecord: [string, Check, string][] = [
  ['format', (value) => value === 'muster.record/1', 'expected "muster.record/1"'],
  ['battle', text, 'expected a text'],
  ['ruleset', text, 'expected a text'],
  ['ruleset_version', integer, 'expected an integer'],
  ['title', text, 'expected a text'],
  ['setup', isObject, 'expected an object'],
  ['options', optional(isObject), 'expected an object'],
  ['seats', list, 'expected a list'],
  ['commitment', text, 'expected a text'],
  ['inputs', list, 'expected a list'],
  ['events', list, 'expected a list'],
  ['outcome', optional(isObject), 'expected an object'],
  ['chain', text, 'expected a text'],
];
const ofSeat: [string, Check, string][] = [
  ['seat', text, 'expected a text'],
  ['name', optional(text), 'expected a text'],
];
const ofInput: [string, Check, string][] = [
  ['seq', integer, 'expected an integer'],
  ['seat', text, 'expected a text'],
  ['kind', text, 'expected a text'],
];
const ofEvent: [string, Check, string][] = [
  ['seq', integer, 'expected an integer'],
  ['event', text, 'expected a text'],
  ['data', isObject, 'expected an object'],
];

const die: Check = (value) => integer(value) && (value as number) >= 1 && (value as number) <= 6;

/** The first thing that is not as in a record, or null. */
export function shapeProblem(record: unknown): Problem | null {
  if (!isObject(record)) return { path: '', message: 'this is no record' };
  return fields(record, ofRecord, '') ?? each(record, 'seats', ofSeat) ?? each(record, 'inputs', ofInput) ?? each(record, 'events', ofEvent) ?? rolls(record);
}

function fields(value: unknown, checks: [string, Check, string][], path: string): Problem | null {
  if (!isObject(value)) return { path, message: 'expected an object' };
  const wrong = checks.find(([key, check]) => !check(value[key]));
  return wrong ? { path: `${path}/${wrong[0]}`, message: wrong[2] } : null;
}

function each(record: Record<string, unknown>, key: string, checks: [string, Check, string][]): Problem | null {
  for (const [index, value] of (record[key] as unknown[]).entries()) {
    const problem = fields(value, checks, `/${key}/${index}`);
    if (problem) return problem;
  }
  return null;
}

function rolls(record: Record<string, unknown>): Problem | null {
  for (const [index, event] of (record['events'] as { event: string; data: Record<string, unknown> }[]).entries()) {
    if (event.event !== 'rolled') continue;
    const path = `/events/${index}/data/groups`;
    const { groups } = event.data;
    if (!Array.isArray(groups)) return { path, message: 'expected a list' };
    for (const [at, group] of groups.entries()) {
      if (!isObject(group) || !Array.isArray(group['dice'])) return { path: `${path}/${at}`, message: 'expected a group of dice' };
      const wrong = group['dice'].findIndex((value) => !die(value));
      if (wrong >= 0) return { path: `${path}/${at}/dice/${wrong}`, message: 'expected a number from 1 to 6' };
    }
  }
  return null;
}
