// The course of battles whose dice are shared: when shares may come and must, and what is sealed until then (protocol/README.md, "Shared dice").
// Whether a rung or what is opened fits is ladders.ts's.

import { isObject, unknownField } from './difference.js';
import type { Said } from './input.js';
import { problem, type Problem } from './problem.js';
import type { Json, JsonObject } from './types.js';

/** An event that must come next. */
export interface Due {
  event: string;
  data: JsonObject;
  /** whether what the rules make of it follows */
  leads: boolean;
  /** what the event may tell too: that these shares were due */
  step?: number;
  /** what a seal turned out to be: the choice that is shown for it is the rules' to say */
  opened?: Json;
}

interface Seal {
  seat: string;
  decision: number;
  kind: string;
  opened?: Json;
}

const digest = /^[0-9a-f]{64}$/;

/** A hash that is no hash. */
export function digestProblem(value: unknown, path: string): Problem | null {
  return typeof value === 'string' && digest.test(value) ? null : problem(path, 'expected', '64 hex digits');
}

export class SharedDice {
  private steps = 0; // so often all have given a share
  private shares = 0; // of the step that is under way
  private isGiven = false; // since the last decision
  private isAsked = true; // since then nothing came that may not come before its shares
  private isSealing = false; // of the choices that are made now one is sealed
  private isLate = false; // the first seat's default was played, and nothing followed from it yet: it may be one of these
  private seals: Seal[] = [];

  /** `seats`: two. */
  constructor(private readonly seats: readonly string[]) {}

  /** All choices of several at once are in, or the first of the shares: nothing but shares comes now, or an end. */
  awaitsShares = false;

  /** Of the choices or shares that enter together some are still to come. */
  get isInPart(): boolean {
    return this.shares > 0 || (this.isSealing && !this.awaitsShares);
  }

  /** Which shares may have been asked for now; 0: none. */
  get askedStep(): number {
    return this.isGiven || !this.isAsked ? 0 : this.steps + 1;
  }

  /** Whether dice may be rolled. */
  get feedsDice(): boolean {
    return this.isGiven;
  }

  /** Something comes that never does between a choice and its shares. */
  passes(): boolean {
    if (this.awaitsShares) return false;
    this.isAsked = false;
    return true;
  }

  /** Something follows from what was decided, or is told after it. */
  follows(): void {
    this.isLate = false;
  }

  /** What must follow when the decision is made now; or whether it may not be, or what is wrong with it. `isSealed`: it was told that the seat has sealed it. */
  decides(said: Said, isSealed: boolean, path: string): Due[] | Problem | false {
    if (said.standing) return false; // the server would read the order
    if (said.kind === 'share') return !isSealed && this.gives(said, path); // no event says that one share is there
    if (this.awaitsShares) return false;
    return Object.hasOwn(said.choice ?? {}, 'seal') ? this.isSealedBy(said, path) : !isSealed && this.chooses(said);
  }

  private isSealedBy({ kind, seat = '', decision = 0, choice = {}, timed_out }: Said, path: string): Due[] | Problem | false {
    const isFirst = seat === this.seats[0];
    if (timed_out || (isFirst ? this.isSealing : !this.isSealing && !this.isLate)) return false;
    const wrong = unknownField(choice, ['seal'], `${path}/choice`) ?? digestProblem(choice['seal'], `${path}/choice/seal`);
    if (wrong) return wrong;
    this.begins(true, !isFirst);
    this.seals.push({ seat, decision, kind });
    return [{ event: 'choice_sealed', data: { seat, decision, kind, seal: choice['seal'] as Json }, leads: false }];
  }

  private chooses({ kind, seat = '', decision = 0, choice = {}, timed_out }: Said): Due[] | false {
    const isFirst = seat === this.seats[0];
    if (this.isSealing && (!timed_out || isFirst)) return false;
    this.begins(this.isSealing, this.isSealing);
    this.isLate = !!timed_out && isFirst;
    return [{ event: 'chosen', data: { seat, decision, kind, choice, ...(timed_out && { timed_out }) }, leads: !this.isSealing }];
  }

  private begins(isSealing: boolean, awaitsShares: boolean): void {
    this.isGiven = this.isLate = false;
    this.isAsked = true;
    this.isSealing = isSealing;
    this.awaitsShares = awaitsShares;
  }

  private gives({ seat = '', decision = 0, choice = {}, timed_out }: Said, path: string): Due[] | Problem | false {
    if (timed_out || this.askedStep === 0 || (this.isSealing && !this.awaitsShares) || seat !== this.seats[this.shares]) return false;
    const wrong = unknownField(choice, ['opens', 'share'], `${path}/choice`) ?? digestProblem(choice['share'], `${path}/choice/share`);
    if (wrong) return wrong;
    for (const each of this.seals) if (each.seat === seat) each.opened = choice['opens'] ?? null;
    const due: Due[] = [{ event: 'share_given', data: { seat, decision, step: this.askedStep, share: choice['share'] as Json }, leads: false }];
    this.shares += 1;
    this.awaitsShares = true;
    this.isLate = false;
    if (this.shares < this.seats.length) return due;
    due.push(...this.seals.map(({ opened = null, ...chosen }) => ({ event: 'chosen', data: { ...chosen }, leads: false, opened })));
    due.at(-1)!.leads = true;
    this.steps += 1;
    this.shares = 0;
    this.seals = [];
    this.isSealing = this.awaitsShares = false;
    this.isGiven = true;
    return due;
  }
}

/** The event's data as it must be, once the rules have said which choice it is: what cannot be chosen counts as the default and says so. */
export function openedData(due: JsonObject, opened: Json, recorded: JsonObject): JsonObject {
  const isUnfit = isObject(opened) ? Object.hasOwn(recorded, 'unfit') : opened !== 'default';
  const { choice } = recorded;
  return { ...due, choice: isObject(choice) ? choice : {}, ...(isUnfit && { unfit: true }) };
}
