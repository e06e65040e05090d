// What a device checks before it gives its share: that what was decided and what was shown lead, from the battle's beginning, to what the server signed
// with this step; and that whatever bears its seat's name is what it sent (protocol/README.md, "Shared dice").
//
// All of it is gone through from H(0), also where another device has answered steps before, or a ladder was put in amid the battle: inputs that were
// heard in no request are then taken from the record. They come from the server as all do, but must lead to the same signed head, and to those that are kept.

import { SecondCourse } from './course_second.js';
import { firstDifference } from './difference.js';
import { isSameHead } from './heads.js';
import { entriesOfInputs, type Entry } from './input.js';
import type { AskedHead, BattleStart, KeptSeat } from './mine.js';
import { ownProblem } from './own_inputs.js';
import { problem, type Problem } from './problem.js';
import { toHex, type Bytes } from './proof.js';
import { inputsProblem } from './shape.js';
import { Story, type StoryListener } from './story.js';
import type { BattleEvent, SecondInput, SignedHead } from './types.js';
import { hasOwnWitness, hasWitness } from './witnessed_dice.js';

export interface Asked {
  head: AskedHead;
  /** all that entered since the step before, as the server says */
  inputs: SecondInput[];
  /** all that had happened */
  events: readonly BattleEvent[];
}

export class StepCheck implements StoryListener {
  private readonly story: Story;
  private found: Problem | null = null;
  private happened = 1; // so many events are in: the first follows from no input
  private decided = 0; // the last decision
  private feet: ReadonlySet<string> = new Set();
  private isHandedOver = false;
  private last: AskedHead | null = null; // that was checked

  /** `start`: H(0). */
  constructor(
    start: Bytes,
    private kept: KeptSeat & { start: BattleStart },
    seats: readonly string[],
  ) {
    const { options, server_key } = kept.start;
    if (hasWitness(options) && !hasOwnWitness(options, server_key)) this.found = problem('/options/dice', 'no_witness');
    this.story = new Story(new SecondCourse(seats, options), { start, shows: true, options }, this);
  }

  /** The last step that was looked at; 0: none. */
  get step(): number {
    return this.last?.step ?? 0;
  }

  /** How many inputs are known. */
  get inputs(): number {
    return this.story.entries.length;
  }

  /** The last decision that was made. */
  get lastDecision(): number {
    return this.decided;
  }

  /** The first thing that is wrong; null: nothing, and the share may be given. `feet`: of the ladders that this device has drawn; `earlier`: inputs between those that are known and those that come with the request. */
  async check(kept: KeptSeat & { start: BattleStart }, feet: ReadonlySet<string>, { head, inputs, events }: Asked, earlier: SecondInput[]): Promise<Problem | null> {
    if (this.last && this.last.step === head.step && isSameHead(this.last, head)) return this.found;
    Object.assign(this, { kept, feet, last: head });
    const { story } = this;
    for (const [list, path] of [[earlier, '/inputs'], [inputs, '/options/inputs']] as const) {
      this.report(inputsProblem(list, path));
      if (!this.found) story.entries.push(...entriesOfInputs(list, story.entries.length));
    }
    if (this.happened === 1) this.report(this.compareBeginning(events[0]));
    const { step } = head;
    if (this.inputs !== head.inputs) this.report(problem('', 'other_inputs', step));
    for (const event of events.slice(this.happened)) {
      if (this.found) return this.found;
      this.happened += 1;
      await story.event(event, `/events/${event.seq - 1}`);
      this.isHandedOver ||= event.event === 'seat_handed_over' && event.data.seat === kept.seat;
    }
    if (!this.found && story.entered !== head.inputs) this.report(problem('', 'other_inputs', step));
    this.report(await this.compareHead(head));
    this.report(this.whetherDue(step));
    return this.found;
  }

  report(found: Problem | null): void {
    this.found ??= found;
  }

  async enters(entry: Entry, number: number): Promise<void> {
    if (this.found) return;
    for (const head of [this.kept.asked, this.kept.pin]) {
      if (head?.inputs !== number - 1 || (await this.isHere(head))) continue;
      return this.report(this.leadsTo(head) ? problem('', 'other_events', this.step) : problem('', 'two_heads', head.inputs));
    }
    const { asked } = this.kept;
    if (asked?.inputs === number - 1 && entry.said.kind !== 'share') this.report(problem(entry.path, 'not_allowed', entry.said.kind));
    const { decided, isHandedOver } = this;
    this.report(ownProblem(this.kept, this.feet, entry, { number, decided, opened: undefined, isHandedOver }));
    this.decided = Math.max(decided, entry.said.decision ?? 0);
  }

  // What the header says and what the first event shows is one.
  private compareBeginning(first: BattleEvent | undefined): Problem | null {
    const { start, battle } = this.kept;
    const { seats: _seats, ...data } = (first?.data ?? {}) as Record<string, never>;
    return firstDifference(data, { battle, ...start }, '/events/0/data');
  }

  private async isHere(head: SignedHead): Promise<boolean> {
    return this.leadsTo(head) && head.shown === toHex(await this.story.chains.allShown());
  }

  private async compareHead(head: AskedHead): Promise<Problem | null> {
    if (await this.isHere(head)) return null;
    return problem('', this.leadsTo(head) ? 'other_events' : 'other_inputs', head.step);
  }

  private leadsTo({ chain }: SignedHead): boolean {
    return toHex(this.story.chains.decided) === chain;
  }

  private whetherDue(step: number): Problem | null {
    const { entries, course } = this.story;
    const before = entries.filter(({ said }) => said.kind === 'share').length / 2;
    if (step !== before + 1) return problem('', 'step_skipped', step, before);
    return course.askedShares === step ? null : problem('', 'not_allowed', 'share');
  }
}
