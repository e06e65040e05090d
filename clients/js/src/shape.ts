// Whether something is a record at all. It may come from anywhere: nothing of it is believed before. As the program does: first it is read, by
// which fields there are (fields.ts), then what reading leaves open is looked at.

import { sharesDice } from './dice_of.js';
import { below, isObject } from './difference.js';
import { any, inexactPlace, integer, list, nullable, object, text, yesOrNo, type Field } from './fields.js';
import { entriesOf, entriesOfInputs, type Entry } from './input.js';
import { problem, type Problem } from './problem.js';
import { NoJson, parseStrictly } from './strict_json.js';
import type { BattleRecord, SecondInput } from './types.js';
import { hasOwnWitness, hasWitness } from './witnessed_dice.js';

const must = (check: Field['check']): Field => ({ check, must: true });
const may = (check: Field['check']): Field => ({ check, must: false });

const ofRecord = object({
  format: must(text(0, 40)),
  battle: must(text(1, 64)),
  ruleset: must(text(1, 40)),
  ruleset_version: must(integer(1, 2 ** 31 - 1)),
  title: must(text(0, 200)),
  setup: must(any),
  options: may(any),
  seats: must(list(object({ seat: must(text()), name: must(nullable(text())) }), 64)),
  created_at: must(text(0, 40)),
  finished_at: may(nullable(text())),
  commitment: must(text(0, 64)),
  server_key: may(text(0, 130)),
  server_seed: may(nullable(text())),
  inputs: must(list(any)),
  events: must(list(object({ seq: must(integer(1)), at: must(text(0, 40)), event: must(text(1, 60)), data: must(any) }))),
  outcome: may(any),
  chain: must(text(0, 64)),
  shown: may(text(0, 64)),
  signature: may(text(0, 128)),
});

const decided = {
  choice: may(any),
  decision: may(integer(1)),
  key: may(text(0, 130)),
  kind: must(text(1, 40)),
  ladder: may(text(0, 64)),
  name: may(text(0, 200)),
  nonce: may(text(0, 64)),
  seat: may(text(0, 40)),
  share: may(text(0, 64)),
};
const flags = { standing: may(yesOrNo), timed_out: may(yesOrNo) };
const { key: _key, ladder: _ladder, share: _share, ...decidedFirst } = decided; // of the second alone
const firstInput = object({ accept: may(nullable(yesOrNo)), ...decidedFirst, seq: must(integer(1)), ...flags });
const secondInput = object({ input: must(object({ ...decided, left: may(yesOrNo), timed_out: flags.timed_out })), seq: must(integer(1)), signature: may(text(0, 128)), standing: flags.standing });

/** The record that the text is, or the first thing that is not as in one. */
export function readRecord(text: string): BattleRecord | Problem {
  let json: unknown;
  try {
    json = parseStrictly(text);
  } catch (error) {
    if (error instanceof NoJson) return problem('', 'no_json');
    throw error;
  }
  return shapeProblem(json) ?? (json as BattleRecord);
}

function shapeProblem(json: unknown): Problem | null {
  const record = json as BattleRecord; // if nothing is wrong
  if (!isObject(json)) return problem('', 'no_record');
  const inexact = inexactPlace(json);
  if (inexact !== null) return problem(inexact, 'inexact');
  const unread = ofRecord(json, '') ?? formatProblem(json);
  if (unread) return unread;
  return list(record.format === 'muster.record/1' ? firstInput : secondInput)(record.inputs, '/inputs') ?? partProblem(record);
}

/** What is wrong with inputs that a server tells while the battle goes on. */
export function inputsProblem(inputs: unknown, path: string): Problem | null {
  const inexact = inexactPlace(inputs, path);
  const unread = inexact !== null ? problem(inexact, 'inexact') : list(secondInput)(inputs, path);
  return unread ?? entriesOfInputs(inputs as SecondInput[], 0).map(emptyField).find((found) => found !== null) ?? null;
}

function formatProblem({ format, server_key = '', shown = '', signature = '' }: Record<string, unknown>): Problem | null {
  const first = format === 'muster.record/1';
  if (!first && format !== 'muster.record/2') return problem('/format', 'misshapen', `unknown format "${String(format)}"; expected muster.record/2`);
  if (!first) return server_key === '' ? problem('/server_key', 'misshapen', '"server_key" is missing') : null;
  if (server_key !== '') return problem('/server_key', 'misshapen', 'a record of this format has no server_key');
  for (const [key, value] of Object.entries({ shown, signature })) if (value !== '') return problem(`/${key}`, 'misshapen', `unknown field "${key}"`);
  return null;
}

function partProblem(record: BattleRecord): Problem | null {
  const { setup, options = null, outcome = null } = record;
  if (!isObject(setup)) return problem('/setup', 'expected', 'an object');
  if (!isObject(options) && (options !== null || record.format !== 'muster.record/1')) return problem('/options', 'expected', 'an object');
  if (!isObject(outcome) && outcome !== null) return problem('/outcome', 'expected', 'an object');
  if (sharesDice(options) && (record.seats.length !== 2 || record.format === 'muster.record/1')) return problem('/options/dice', 'not_of_two');
  if (hasWitness(options) && (record.format === 'muster.record/1' || !hasOwnWitness(options, record.server_key))) return problem('/options/dice', 'no_witness');
  for (const entry of entriesOf(record)) {
    const found = emptyField(entry);
    if (found) return found;
  }
  for (const [index, { event, data }] of (record.events as { event: string; data: unknown }[]).entries()) {
    const path = `/events/${index}/data`;
    if (!isObject(data)) return problem(path, 'expected', 'an object');
    const found = event === 'rolled' ? rollProblem(data['groups'], `${path}/groups`) : null;
    if (found) return found;
  }
  return null;
}

// What says nothing is left out, since of two ways to write one thing there would be two hashes.
function emptyField({ said, path, hashedPath }: Entry): Problem | null {
  for (const name of ['accept', 'choice', 'key', 'ladder', 'left', 'name', 'nonce', 'seat', 'share', 'signature', 'standing', 'timed_out'] as const) {
    if (!Object.hasOwn(said, name)) continue;
    const value: unknown = said[name];
    const at = below(name === 'signature' || name === 'standing' ? path : hashedPath, name);
    if (name === 'choice' && !isObject(value)) return problem(at, 'expected', 'an object');
    if (value === null || value === '' || (value === false && name !== 'accept')) return problem(at, 'says_nothing');
  }
  return null;
}

const sidesMax = 100;
function isWithin(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function rollProblem(groups: unknown, path: string): Problem | null {
  if (!Array.isArray(groups)) return problem(path, 'expected', 'a list');
  for (const [at, group] of groups.entries()) {
    if (!isObject(group) || !Array.isArray(group['dice'])) return problem(`${path}/${at}`, 'expected', 'a group of dice');
    const { sides = 6 } = group;
    if (!isWithin(sides, 2, sidesMax)) return problem(`${path}/${at}/sides`, 'expected', `a number from 2 to ${sidesMax}`);
    const wrong = group['dice'].findIndex((die) => !isWithin(die, 1, sides));
    if (wrong >= 0) return problem(`${path}/${at}/dice/${wrong}`, 'expected', `a number from 1 to ${sides}`);
  }
  return null;
}
