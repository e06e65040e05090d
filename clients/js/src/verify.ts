// Whether a record holds, without any server and without any rules: commitment, chain, every die, and whether what the
// record says twice is the same. What only the rules can tell (who was hit by a roll) is what `muster verify` plays again.

import canonicalize from 'canonicalize';

import { Course } from './course.js';
import { firstDifference, isObject } from './difference.js';
import { MusterError } from './errors.js';
import { problem, type Problem } from './problem.js';
import { bytesOf, DiceOfSecret, fromHex, sha256, toHex, type Bytes } from './proof.js';
import { shapeProblem } from './shape.js';
import type { BattleEvent, BattleRecord, EventOf, Json, JsonObject, RecordInput } from './types.js';

export interface RollVerdict {
  roll: number;
  /** of the event that shows it */
  seq: number;
  seat: string;
  purpose: string;
  dice: number[];
  /** what the secret gives */
  expected: number[];
  holds: boolean;
}

export interface Verdict {
  holds: boolean;
  /** the first thing that differs */
  problem?: Problem;
  commitment: boolean;
  chain: boolean;
  rolls: RollVerdict[];
}

export async function verifyRecord(record: BattleRecord): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) {
    throw new MusterError({ code: 'no_webcrypto', message: 'browsers compute hashes only in pages opened by https (or on localhost)' });
  }
  const misshapen = shapeProblem(record);
  if (misshapen) return { holds: false, problem: misshapen, commitment: false, chain: false, rolls: [] };
  return new Verifier(record).run();
}

/** The one text of RFC 8785 (JCS) that a JSON value has. */
const canonicalText = (json: Json) => canonicalize(json) ?? '';

class Verifier {
  private readonly verdict: Verdict = { holds: true, commitment: false, chain: false, rolls: [] };
  private nextInput = 0;

  constructor(private readonly record: BattleRecord) {}

  async run(): Promise<Verdict> {
    const { record, verdict } = this;
    const secret = fromHex(record.server_seed);
    if (!secret) {
      const open = record.server_seed === null || record.server_seed === undefined;
      this.report(open ? problem('/server_seed', 'secret_kept') : problem('/server_seed', 'expected', '64 hex digits'));
      return verdict;
    }
    const commitment = await sha256(secret);
    verdict.commitment = record.commitment === toHex(commitment);
    if (!verdict.commitment) this.report(problem('/server_seed', 'other_secret'));
    this.compareBeginning();
    const chain = await this.walk(await this.chainStart(commitment), await DiceOfSecret.of(secret));
    verdict.chain = record.chain === toHex(chain);
    if (!verdict.chain) this.report(problem('/chain', 'other_chain'));
    this.compareEnd();
    return verdict;
  }

  // Only the first is kept: what follows from it differs too.
  private report(found: Problem | null): void {
    if (!found) return;
    this.verdict.holds = false;
    this.verdict.problem ??= found;
  }

  private async chainStart(commitment: Bytes): Promise<Bytes> {
    const { battle, ruleset, ruleset_version, setup } = this.record;
    const head = bytesOf(`muster/1\0${battle}\0${ruleset}@${ruleset_version}\0`);
    return sha256(head, commitment, bytesOf(canonicalText(setup)));
  }

  // What is fixed at creation stands in the first event too.
  private compareBeginning(): void {
    const { battle, ruleset, ruleset_version, title, setup, options, seats, commitment, events } = this.record;
    const known = { battle, ruleset, ruleset_version, title, setup, options: options ?? {}, commitment, seats: seats.map(({ seat }) => seat) };
    const [first] = events;
    if (first?.event !== 'battle_created') return this.report(problem('/events/0', 'no_beginning'));
    this.report(firstDifference(first.data, known, '/events/0/data'));
  }

  private async walk(start: Bytes, dice: DiceOfSecret): Promise<Bytes> {
    const { events, inputs } = this.record;
    const course = new Course(
      this.record.seats.map(({ seat }) => seat),
      this.record.options?.['confirm'] === true,
    );
    let chain = start;
    for (const [index, event] of events.entries()) {
      const path = `/events/${index}`;
      if (event.seq !== index + 1) this.report(problem(`${path}/seq`, 'gap', index + 1));
      const input = inputs[this.nextInput];
      const shows = input !== undefined && input.seq <= event.seq;
      if (shows) this.report(course.input(input, `/inputs/${this.nextInput}`));
      this.report(course.event(event, shows, path));
      if (shows) {
        chain = await sha256(chain, bytesOf(canonicalText(input)));
        this.compareInput(input, event, path);
        ++this.nextInput;
      } else if (isShownInput(event)) {
        this.report(problem(path, 'no_input', event.seq, event.event));
      }
      if (event.event === 'rolled') await this.checkRoll(event, path, chain, dice);
    }
    if (this.nextInput < inputs.length) this.report(problem(`/inputs/${this.nextInput}`, 'not_shown'));
    return chain;
  }

  private compareInput(input: RecordInput, event: BattleEvent, path: string): void {
    if (input.seq !== event.seq) return this.report(problem(`/inputs/${this.nextInput}/seq`, 'not_shown'));
    const shown = shownAs(input);
    if (event.event !== shown.event) return this.report(problem(`${path}/event`, 'other_event', shown.event, event.event));
    this.report(firstDifference(event.data, shown.data, `${path}/data`));
    if (event.event !== 'seat_taken') return;
    const at = this.record.seats.findIndex(({ seat }) => seat === input.seat);
    if (at < 0) this.report(problem(`/inputs/${this.nextInput}/seat`, 'no_seat', input.seat ?? ''));
    else this.report(firstDifference(this.record.seats[at]?.name, input.name, `/seats/${at}/name`));
  }

  private async checkRoll({ seq, data }: EventOf<'rolled'>, path: string, chain: Bytes, secret: DiceOfSecret): Promise<void> {
    const { groups } = data;
    const dice = groups.flatMap((group) => group.dice);
    const roll = this.verdict.rolls.length;
    const expected = await secret.roll(chain, roll, dice.length);
    const holds = data.roll === roll && dice.every((die, i) => die === expected[i]);
    this.verdict.rolls.push({ roll, seq, seat: String(data.seat), purpose: String(data.purpose), dice, expected, holds });
    if (holds) return;
    if (data.roll !== roll) return this.report(problem(`${path}/data/roll`, 'other_roll', roll));
    let at = 0;
    for (const [group, each] of groups.entries()) {
      for (const [i, die] of each.dice.entries()) {
        const due = expected[at++];
        if (die !== due) this.report(problem(`${path}/data/groups/${group}/dice/${i}`, 'other_die', seq, die, due ?? 0));
      }
    }
  }

  private compareEnd(): void {
    const { events, outcome, server_seed } = this.record;
    const last = events.at(-1);
    if (last?.event !== 'battle_ended') return this.report(problem('/events', 'no_end'));
    const { server_seed: revealed, ...ended } = last.data;
    this.report(firstDifference(revealed, server_seed as Json, `/events/${events.length - 1}/data/server_seed`));
    this.report(firstDifference(outcome, ended, '/outcome'));
    // The operator may close a battle before it begins.
    const closedBefore = ended['reason'] === 'closed' && !events.some(({ event }) => event === 'battle_started');
    this.compareStart(ended['reason'] === 'declined' || closedBefore ? 0 : 1);
  }

  // Who plays stands there again.
  private compareStart(starts: number): void {
    const { events, seats } = this.record;
    const found = events.flatMap(({ event }, index) => (event === 'battle_started' ? [index] : []));
    if (found.length !== starts) return this.report(problem('/events', 'begun', found.length, starts));
    for (const at of found) this.report(firstDifference(events[at]?.data, { seats }, `/events/${at}/data`));
  }
}

const eventOfKind: Record<string, string> = { nonce: 'seat_taken', concede: 'conceded', offer_draw: 'draw_offered', answer_draw: 'draw_answered', forfeit: 'forfeited', claim: 'claimed', close: 'closed' };
const shownInputs = new Set([...Object.values(eventOfKind), 'chosen']);

/** Forced choices are the rules' own doing and no inputs. */
function isShownInput({ event, data }: BattleEvent): boolean {
  return shownInputs.has(event) && (data as JsonObject)['forced'] !== true;
}

/** The event that shows an input. */
function shownAs(input: RecordInput): { event: string; data: JsonObject } {
  const { seq: _seq, kind, ...rest } = input;
  const data: JsonObject = rest;
  if (kind === 'forfeit') delete data['timed_out']; // goes without saying there
  if (isObject(input.choice)) return { event: 'chosen', data: { ...data, kind } };
  return { event: (Object.hasOwn(eventOfKind, kind) && eventOfKind[kind]) || `of an unknown kind ("${kind}")`, data };
}
