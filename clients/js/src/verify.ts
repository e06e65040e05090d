// Whether a record holds, without any server and without any rules: commitment, chains, signature, every die, and whether what the
// record says twice is the same. What only the rules can tell (who was hit by a roll) is what `muster verify` plays again.

import { byWord, type ByWord } from './by_word.js';
import { type Chains, chainStart, fingerprintOf } from './chain.js';
import type { Course } from './course.js';
import { FirstCourse } from './course_first.js';
import { SecondCourse } from './course_second.js';
import { firstDifference, isObject, textOf } from './difference.js';
import { MusterError } from './errors.js';
import { entriesOf } from './input.js';
import type { KeptSeat, Mine } from './mine.js';
import { compareMine } from './mine_record.js';
import { problem, type Problem } from './problem.js';
import { DiceOfSecret, fromHex, sha256, toHex, type Bytes } from './proof.js';
import { readRecord } from './shape.js';
import type { SeatSigned } from './seat_signatures.js';
import { Story } from './story.js';
import type { BattleRecord, EventOf, Json } from './types.js';

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
  /** by which version's rules it is proved */
  proof: 1 | 2;
  /** what a proof of its kind says nothing about, although it holds: in English */
  uncovered?: string;
  /** what no proof shows, although it holds: that is the server's word */
  byWord?: ByWord;
  commitment: boolean;
  chain: boolean;
  /** whether the server's key has signed where the battle ended; version 2 */
  signed?: boolean;
  /** the short fingerprint of that key */
  key?: string;
  rolls: RollVerdict[];
  /** what each seat has signed of its inputs, if the proof holds; version 2 */
  signatures?: SeatSigned[];
  /** for each of one's own seats in that battle, if what a device kept was given */
  mine?: MineVerdict[];
}

/** Whether a record agrees with what a device kept of a seat. */
export interface MineVerdict {
  seat: string;
  agrees: boolean;
  /** the first difference */
  problem?: Problem;
  /** what was compared: choices that were sent, and inputs up to which the server's signature is kept; null: there is none */
  sent: number;
  inputs: number | null;
}

export interface VerifyOptions {
  /** What this device kept, or all that one exported. */
  mine?: Pick<Mine, 'seats'>;
}

const uncoveredByTheFirst =
  'This is a proof of version 1. It does not cover the title and the options, nor that the server made no use of notes (talk, corrections of clocks) to choose among dice, nor is it signed.';

/** `record`: as it stands in a file, or as JSON.parse() gives it; of the latter it can't be told whether a key was given twice. */
export async function verifyRecord(record: BattleRecord | string, { mine }: VerifyOptions = {}): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) {
    throw new MusterError({ code: 'no_webcrypto', message: 'browsers compute hashes only in pages opened by https (or on localhost)' });
  }
  const read = readRecord(typeof record === 'string' ? record : textOfJson(record));
  if ('format' in read) {
    const verdict = await new Verifier(read).run();
    if (mine) verdict.mine = await compareAll(read, mine.seats);
    return verdict;
  }
  const first = isObject(record) && record['format'] === 'muster.record/1';
  return { holds: false, problem: read, proof: first ? 1 : 2, commitment: false, chain: false, rolls: [] };
}

async function compareAll(record: BattleRecord, seats: readonly KeptSeat[]): Promise<MineVerdict[]> {
  const compared: MineVerdict[] = [];
  for (const kept of seats) {
    if (kept.battle !== record.battle || !kept.start) continue;
    const found = await compareMine(record, kept);
    compared.push({ seat: kept.seat, agrees: !found, ...(found && { problem: found }), sent: kept.sent?.length ?? 0, inputs: kept.pin?.inputs ?? null });
  }
  return compared;
}

function textOfJson(json: unknown): string {
  try {
    return JSON.stringify(json) ?? '';
  } catch {
    return ''; // it goes in circles, is far too deep, or is no JSON for another reason
  }
}

function proofOf({ format }: BattleRecord): 1 | 2 {
  return format === 'muster.record/1' ? 1 : 2;
}

class Verifier {
  private readonly verdict: Verdict;
  private readonly course: Course;
  private readonly key: Bytes | null;

  constructor(private readonly record: BattleRecord) {
    const seats = record.seats.map(({ seat }) => seat);
    this.verdict = { holds: true, proof: proofOf(record), commitment: false, chain: false, rolls: [] };
    this.course = new (record.format === 'muster.record/1' ? FirstCourse : SecondCourse)(seats, record.options ?? {});
    this.key = record.format === 'muster.record/1' ? null : fromHex(record.server_key, 65);
  }

  async run(): Promise<Verdict> {
    const { record, verdict, key } = this;
    const secret = fromHex(record.server_seed);
    if (!secret) {
      const open = record.server_seed === null || record.server_seed === undefined;
      this.report(open ? problem('/server_seed', 'secret_kept') : problem('/server_seed', 'expected', '64 hex digits'));
      return verdict;
    }
    if (verdict.proof === 2 && !key) {
      this.report(problem('/server_key', 'expected', '130 hex digits'));
      return verdict;
    }
    const commitment = await sha256(secret);
    verdict.commitment = record.commitment === toHex(commitment);
    if (!verdict.commitment) this.report(problem('/server_seed', 'other_secret'));
    this.compareBeginning();
    const start = await chainStart(record, commitment, key);
    const story = new Story(this.course, { start, shows: !!key, options: record.options ?? null }, this);
    story.entries.push(...entriesOf(record));
    await this.walk(story, await DiceOfSecret.of(secret));
    this.compareOutcome();
    await this.compareChains(story.chains);
    this.report(firstDifference(record.seats.map(({ seat, name = null }) => ({ seat, name })), this.course.sitting, '/seats'));
    if (verdict.holds && story.signatures) verdict.signatures = story.signatures.told;
    const word = verdict.holds ? byWord(record) : undefined;
    if (word) verdict.byWord = word;
    if (verdict.holds && verdict.proof === 1) verdict.uncovered = uncoveredByTheFirst;
    return verdict;
  }

  // Only the first is kept: what follows from it differs too.
  report(found: Problem | null): void {
    if (!found) return;
    this.verdict.holds = false;
    this.verdict.problem ??= found;
  }

  // What is fixed at creation stands in the first event too.
  private compareBeginning(): void {
    const { battle, ruleset, ruleset_version, title, setup, options = null, seats, commitment, events } = this.record;
    const [first] = events;
    if (first?.event !== 'battle_created') return this.report(problem('/events/0', 'no_beginning'));
    const known = { battle, ruleset, ruleset_version, title, setup, options, commitment, seats: seats.map(({ seat }) => seat) };
    this.report(firstDifference(first.data, this.record.format === 'muster.record/2' ? { ...known, server_key: this.record.server_key } : known, '/events/0/data'));
  }

  private async walk(story: Story, dice: DiceOfSecret): Promise<void> {
    for (const [index, event] of this.record.events.entries()) {
      const path = `/events/${index}`;
      if (event.seq !== index + 1) this.report(problem(`${path}/seq`, 'gap', index + 1));
      if (index === 0) continue;
      await story.event(event, path);
      if (event.event === 'rolled') await this.checkRoll(event, path, story.chains.decided, dice);
    }
    await story.end();
  }

  private async checkRoll({ seq, data }: EventOf<'rolled'>, path: string, chain: Bytes, secret: DiceOfSecret): Promise<void> {
    const { groups } = data;
    const dice = groups.flatMap((group) => group.dice);
    const roll = this.verdict.rolls.length;
    const expected = await secret.roll(chain, roll, groups.flatMap((group) => group.dice.map(() => group.sides ?? 6)));
    const holds = data.roll === roll && dice.every((die, i) => die === expected[i]);
    this.verdict.rolls.push({ roll, seq, seat: textOf(data.seat), purpose: textOf(data.purpose), dice, expected, holds });
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

  private compareOutcome(): void {
    const { events, outcome = null, server_seed } = this.record;
    const last = events.at(-1);
    if (last?.event !== 'battle_ended') return this.report(problem('/events', 'no_end'));
    const { server_seed: revealed, ...ended } = last.data;
    this.report(firstDifference(revealed, server_seed as Json, `/events/${events.length - 1}/data/server_seed`));
    this.report(firstDifference(outcome, ended, '/outcome'));
  }

  private async compareChains(chains: Chains): Promise<void> {
    const { record, verdict, key } = this;
    verdict.chain = record.chain === toHex(chains.decided);
    if (!verdict.chain) this.report(problem('/chain', 'other_chain'));
    if (record.format === 'muster.record/1' || !key) return;
    if (record.shown !== toHex(await chains.allShown())) this.report(problem('/shown', 'other_shown'));
    verdict.key = await fingerprintOf(key);
    verdict.signed = await chains.isSigned(record.signature, key);
    if (!verdict.signed) this.report(problem('/signature', 'not_signed'));
  }
}
