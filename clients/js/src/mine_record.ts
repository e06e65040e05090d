// Whether a record agrees with what a device kept of its battle.

import { Chains, chainStart } from './chain.js';
import { SecondCourse } from './course_second.js';
import { isSameHead, takeStart } from './heads.js';
import { toldProblem } from './heard.js';
import { entriesOf, type Entry } from './input.js';
import type { JsonObject } from './json.js';
import type { KeptSeat } from './mine.js';
import { feetOf, ownProblem } from './own_inputs.js';
import { problem, type Problem } from './problem.js';
import { fromHex, toHex } from './proof.js';
import type { SecondRecord } from './record.js';
import type { BattleRecord, Json } from './types.js';

/** Shares that come later were asked for too early: whoever had them could still decide with the dice in sight. */
const mayFollowRequest = new Set(['share', 'concede', 'forfeit', 'close']);

/** The first difference, by the record's steps; what is wrong with the record itself is verifyRecord()'s to say. It must be of that battle, and in the shape of one. */
export async function compareMine(record: BattleRecord, kept: KeptSeat): Promise<Problem | null> {
  const { pin, against, start } = kept;
  if (pin && against && pin.inputs === against.inputs) return problem('', 'two_heads', pin.inputs);
  if (start) {
    const { ruleset, ruleset_version, title, setup, options = {}, commitment } = record;
    const server_key = record.format === 'muster.record/2' ? record.server_key : '';
    const found = takeStart({ ...kept }, { ruleset, ruleset_version, title, setup, options, commitment, server_key });
    if (found) return found;
  }
  return record.format === 'muster.record/2' ? new Comparison(record, kept).run() : null;
}

class Comparison {
  private readonly entries: Entry[];

  constructor(
    private readonly record: SecondRecord,
    private readonly kept: KeptSeat,
  ) {
    this.entries = entriesOf(record);
  }

  async run(): Promise<Problem | null> {
    const { record, entries, kept } = this;
    const commitment = fromHex(record.commitment);
    const key = fromHex(record.server_key, 65);
    if (!commitment || !key) return null; // then nothing of the record holds
    const start = await chainStart(record, commitment, key);
    const chains = new Chains(start);
    const feet = await feetOf(kept);
    const { isNote } = new SecondCourse([], {});
    let decided = 0;
    for (const [index, entry] of entries.entries()) {
      const { seq, path, said } = entry;
      const number = index + 1;
      if (kept.asked?.inputs === index && !mayFollowRequest.has(said.kind)) return problem(path, 'other_history', seq, number);
      const found = ownProblem(kept, feet, entry, { number, decided, opened: this.opened(index), isHandedOver: this.isHandedOver(seq) });
      if (found) return found;
      decided = Math.max(decided, said.decision ?? 0);
      await chains.decide(entry.hashed);
      for (const event of record.events.slice(Math.max(seq, 1) - 1, (entries[index + 1]?.seq ?? record.events.length + 1) - 1)) if (!isNote(event)) chains.show(event);
      for (const head of [kept.asked, kept.pin]) {
        if (head?.inputs !== number) continue;
        const here = { ...head, chain: toHex(chains.decided), shown: toHex(await chains.allShown()) };
        if (!isSameHead(head, here)) return problem(path, 'other_history', seq, number);
      }
    }
    for (const head of [kept.pin, kept.asked]) if (head && head.inputs > entries.length) return problem('', 'went_back', head.inputs, entries.length);
    return this.missing() ?? toldProblem(record.events, start, kept);
  }

  /** What the seat opened of its seal with the share that came after it. */
  private opened(index: number): Json[] | undefined {
    const { choice = {}, timed_out } = this.entries[index]!.said;
    if (!Object.hasOwn(choice, 'seal') || timed_out) return undefined;
    const share = this.entries.slice(index).find(({ said }) => said.kind === 'share' && said.seat === this.kept.seat);
    const { opens } = share?.said.choice ?? {};
    return share && (opens === undefined ? [] : [opens]);
  }

  private isHandedOver(seq: number): boolean {
    return this.record.events.some(({ event, data, seq: at }) => event === 'seat_handed_over' && at < seq && (data as JsonObject)['seat'] === this.kept.seat);
  }

  // What was accepted and stands nowhere. Sealed choices are void if the battle ended before they were opened; whether all are ready is one input.
  private missing(): Problem | null {
    const decisions = new Set(this.entries.map(({ said }) => said.decision ?? 0));
    const last = Math.max(0, ...decisions);
    const gone = this.kept.sent?.find(
      ({ accepted, decision, kind, sealed }) => accepted && decision && kind !== 'ready' && !(sealed && decision > last) && !decisions.has(decision),
    );
    return gone ? problem('/inputs', 'not_recorded', gone.decision ?? 0, gone.kind) : null;
  }
}
