// What may follow what in every battle, whatever its rules are: who may say what and when, and which events follow from it. What the proofs
// of both versions have in common; the rest is in course_first.ts and course_second.ts.

import { firstDifference, isObject, textOf, unknownField } from './difference.js';
import { sharesDice } from './dice_of.js';
import type { Entry, Said } from './input.js';
import { problem, type Problem } from './problem.js';
import { openedData, SharedDice, type Due } from './shared_dice.js';
import { mayBeSigned } from './seat_signatures.js';
import type { BattleEvent, JsonObject, SeatInfo } from './types.js';
import { hasWitness, WitnessedDice } from './witnessed_dice.js';

/** The fields of something said; those with a question mark may be missing. */
export type Fields = readonly string[];

const ofBoth: Record<string, Fields> = { concede: ['seat'], claim: ['seat'], close: [] };
const ofChoice: Fields = ['seat', 'decision', 'choice', 'timed_out?', 'standing?', 'left?'];
const notes = new Set(['said', 'seat_handed_over', 'decision_sealed', 'decision_unsealed', 'clock_credited']);
/** Endings that follow from an input, and never from the rules. */
const caused = new Set(['conceded', 'agreed', 'timeout', 'abandoned', 'closed', 'declined', 'share']);
/** Events that never follow from the rules. */
const notOfRules = new Set([
  'battle_created', 'battle_started', 'seat_taken', 'conceded', 'draw_offered', 'draw_answered', 'forfeited', 'claimed', 'closed', 'rematch_wanted', 'rematch_withdrawn', 'rematch_made',
  'choice_sealed', 'share_given', 'ladder_renewed', 'witness_joined', 'witness_share_given',
]);

export abstract class Course {
  /** Who took a seat, under which name. */
  protected readonly names = new Map<string, string>();
  protected started = false;
  private readonly left = new Set<string>(); // seats whose defaults are played since they have left
  private readonly agreed = new Set<string>(); // who offers or accepts a draw; empty: nobody offers one
  /** null: they are not */
  protected readonly sharedDice: SharedDice | null;
  /** null: they have no witness */
  protected readonly witnessedDice: WitnessedDice | null;
  private readonly sealed = new Map<number, string>();
  private decisions = 0; // all up to this one are made: they are numbered as they are asked, and a step ends when all of it are made
  private revealing = false; // sealed choices of the same step are still to come
  private readonly due: Due[] = [];
  private led = false;
  private over = false;

  constructor(
    protected readonly seats: readonly string[],
    private readonly options: JsonObject,
  ) {
    this.sharedDice = sharesDice(options) ? new SharedDice(seats) : null;
    this.witnessedDice = hasWitness(options) ? new WitnessedDice() : null;
  }

  /** The kinds of inputs that are no choices and that only this version has. */
  protected abstract readonly fields: Record<string, Fields>;
  /** Whether a battle of three or more goes on without whoever concedes. */
  protected abstract readonly mayLeave: boolean;
  /** Takes in such an input, if it may come now. */
  protected abstract said(input: Said, path: string): Problem | boolean;
  /** Takes in a choice before it has begun. */
  protected abstract readied(input: Said): boolean;
  /** Takes in a note that leads to an input, if it may come now. */
  protected abstract announced(event: BattleEvent, path: string): Problem | boolean;

  /** Whether an event must come before any other input. */
  get awaitsEvent(): boolean {
    return this.due.length > 0;
  }

  /** Who sits where, as the record says it too. */
  get sitting(): SeatInfo[] {
    return this.seats.map((seat) => ({ seat, name: this.names.get(seat) ?? null }));
  }

  /** What is wrong with the input if it comes now; it is taken in if nothing is. */
  input({ said, path, hashedPath }: Entry): Problem | null {
    const isChoice = said.decision !== undefined;
    const known = isChoice ? ofChoice : ofKind(ofBoth, said.kind) ?? ofKind(this.fields, said.kind);
    const notAllowed = problem(path, 'not_allowed', said.kind);
    const isOfWitness = said.kind === 'witness' || said.kind === 'witness_share';
    if (!known || this.over || this.awaitsEvent || (this.awaitsWitness && said.kind !== 'witness') || (this.revealing && !isChoice) || (this.drawAgreed && said.kind !== 'draw')) return notAllowed;
    const { kind: _kind, standing, signature, ...unsigned } = said;
    const maySign = mayBeSigned(said);
    const rest = signature === undefined || maySign ? unsigned : { ...unsigned, signature };
    const misfit = (standing && !isChoice ? problem(`${path}/standing`, 'unknown_field') : null) ?? (signature && !isOfWitness && !maySign ? problem(`${path}/signature`, 'unknown_field') : null) ?? this.misfit(rest, known, hashedPath, notAllowed);
    if (misfit) return misfit;
    return resultOf(isChoice ? this.chosen(said, hashedPath) : this.saidBoth(said) ?? this.said(said, hashedPath), notAllowed);
  }

  /** Whether the event follows from no input. */
  isNote({ event }: BattleEvent): boolean {
    return notes.has(event);
  }

  /** What is wrong with the event if it comes now. `path` is where it stands. */
  event(event: BattleEvent, path: string): Problem | null {
    if (this.over) return problem(path, 'after_the_end');
    const due = this.due.shift();
    if (due) return this.isDue(due, event, path);
    this.sharedDice?.follows();
    if (this.isNote(event) && !this.revealing) return this.note(event, `${path}/data`);
    if (!this.led || !isOfRules(event)) return problem(path, 'no_input', event.seq, event.event);
    if (event.event === 'rolled' && this.sharedDice?.feedsDice === false) return problem(path, 'no_shares');
    if (event.event === 'rolled' && this.witnessedDice?.feedsDice === false) return problem(path, 'no_share_of_witness');
    if (event.event !== 'battle_ended') return null;
    this.over = true;
    const reason = textOf((event.data as JsonObject)['reason']);
    return caused.has(reason) ? problem(`${path}/data/reason`, 'no_cause', reason) : null;
  }

  private isDue(due: Due, { event, data }: BattleEvent, path: string): Problem | null {
    this.led = due.leads;
    this.over ||= due.event === 'battle_ended';
    if (event !== due.event) return problem(`${path}/event`, 'other_event', due.event, event);
    if (due.step && Object.hasOwn(data, 'step')) this.takesStep(due, due.step);
    if (due.opened !== undefined) return firstDifference(data, openedData(due.data, due.opened, data as JsonObject), `${path}/data`);
    if (event !== 'battle_ended') return firstDifference(data, due.data, `${path}/data`);
    const { winner, reason } = data as JsonObject;
    return firstDifference({ winner: winner ?? null, reason: reason ?? null }, due.data, `${path}/data`);
  }

  // Whether shares were asked for when it was ended is the rules' to say.
  private takesStep(due: Due, step: number): void {
    due.data['step'] = step;
    const [end] = this.due;
    if (due.event === 'forfeited' && end) end.data['reason'] = 'share';
  }

  private note(event: BattleEvent, path: string): Problem | null {
    this.led = false; // what follows from an input comes at once
    if (this.awaitsWitness) return problem(path, 'out_of_place', event.event);
    if (event.event === 'decision_sealed' || event.event === 'decision_unsealed') return resultOf(this.seal(event), problem(path, 'out_of_place', event.event));
    return notes.has(event.event) ? null : resultOf(this.announced(event, path), problem(path, 'out_of_place', event.event));
  }

  // Of which step the decision is, is the rules' to say; that it is not made yet and of that seat is not.
  private seal({ event, data }: BattleEvent): boolean {
    const { seat, decision, ...more } = data as JsonObject;
    if (!this.started || this.awaitsShares || typeof seat !== 'string' || typeof decision !== 'number' || Object.keys(more).length > 0) return false;
    if (!this.seats.includes(seat) || !Number.isInteger(decision) || decision <= this.decisions || decision > this.decisions + this.seats.length) return false;
    if (event === 'decision_unsealed') return !this.sharedDice && this.sealed.get(decision) === seat && this.sealed.delete(decision);
    return !this.sealed.has(decision) && !!this.sealed.set(decision, seat);
  }

  private saidBoth({ kind, seat = '' }: Said): boolean | undefined {
    if (this.left.has(seat)) return kind === 'concede' || kind === 'claim' || kind === 'forfeit' ? false : undefined;
    switch (kind) {
      case 'close':
        return this.endedBy('closed', {}) && this.ends(null, 'closed');
      case 'concede':
        if (this.started && this.goesOnWithout(seat)) return this.leaves('conceded', seat);
        return this.started && this.endedBy('conceded', { seat }) && this.ends(this.other(seat), 'conceded');
      case 'claim':
        return this.started && !this.awaitsShares && this.clock?.['mode'] === 'live' && this.other(seat) !== null && this.shows('claimed', { seat }) && this.ends(seat, 'abandoned');
      case 'forfeit':
        return this.started && !!this.clock && this.forfeits(seat);
      default:
        return undefined;
    }
  }

  // Who owes a share forfeits by it, whatever else the clock does.
  private forfeits(seat: string): boolean {
    const isByTime = this.options['on_timeout'] === 'forfeit' && !this.awaitsShares;
    if (!isByTime && !this.askedShares) return false;
    if (seat && this.goesOnWithout(seat)) return this.leaves('forfeited', seat);
    this.endedBy('forfeited', seat ? { seat } : {}, !isByTime);
    return this.ends(seat ? this.other(seat) : null, isByTime ? 'timeout' : 'share');
  }

  private goesOnWithout(seat: string): boolean {
    return this.mayLeave && !this.sharedDice && this.othersThan(seat).length > (this.isContest ? 1 : 0);
  }

  // From then on its defaults are played.
  private leaves(event: string, seat: string): boolean {
    this.left.add(seat);
    this.agreed.clear();
    return this.passes() && this.shows(event, { seat }, true); // it may have become too long
  }

  /** That it was ended; `isAsked`: while shares were awaited, and otherwise it may have been. */
  private endedBy(event: string, data: JsonObject, isAsked = this.awaitsShares): true {
    const step = this.askedShares || (event === 'forfeited' ? 0 : this.askedWitness); // the witness's silence forfeits nothing
    this.due.push(isAsked ? { event, data: { ...data, step }, leads: false } : { event, data, leads: false, step });
    return true;
  }

  private get awaitsShares(): boolean {
    return this.sharedDice?.awaitsShares ?? false;
  }

  /** Which shares of the seats may have been asked for now; 0: none. */
  get askedShares(): number {
    return (this.started && this.sharedDice?.askedStep) || 0;
  }

  /** Likewise of the witness, who adds to what the seats have given. */
  private get askedWitness(): number {
    return (this.started && (this.sharedDice?.feedsDice ?? true) && this.witnessedDice?.askedStep) || 0;
  }

  private get awaitsWitness(): boolean {
    return this.witnessedDice?.awaitsLadder ?? false;
  }

  protected witnessJoins(ladder: string): boolean {
    return !!this.witnessedDice?.joins(this.askedWitness > 0) && this.shows('witness_joined', { ladder }, this.started); // it may have become too long
  }

  protected witnessGives(share: string): boolean {
    const step = this.askedWitness;
    return step > 0 && !!this.witnessedDice?.gives() && this.shows('witness_share_given', { share, step }, true);
  }

  private chosen(input: Said, path: string): Problem | boolean {
    const { kind, seat = '', decision = 0, timed_out, standing, left } = input;
    if ((timed_out && (standing || !this.started || !this.clockPlays)) || (this.started && kind === 'ready')) return false;
    if (!!left !== this.left.has(seat) || (left && (timed_out || standing))) return false;
    if (!this.started) return this.readied(input);
    if (decision !== this.decisions + 1 || (this.sealed.get(decision) ?? seat) !== seat) return false;
    if (this.sharedDice) return this.decided(this.sharedDice, input, path);
    if (kind === 'share') return false;
    this.decisions = decision;
    this.witnessedDice?.decides();
    const isSealed = this.sealed.delete(decision);
    this.revealing = this.sealed.size > 0 || (isSealed && !this.revealing); // the first of a step is never its only one
    return this.showsChoice(input, !this.revealing);
  }

  private decided(sharedDice: SharedDice, input: Said, path: string): Problem | boolean {
    const { decision = 0 } = input;
    const due = sharedDice.decides(input, this.sealed.has(decision), path);
    if (!Array.isArray(due)) return due;
    this.decisions = decision;
    this.witnessedDice?.decides();
    this.sealed.delete(decision);
    this.revealing = this.sealed.size > 0 || sharedDice.isInPart;
    this.due.push(...due);
    return true;
  }

  // Whether the default is played when time is up.
  private get clock(): JsonObject | null {
    const { clock } = this.options;
    return isObject(clock) ? clock : null;
  }

  private get clockPlays(): boolean {
    const { on_timeout } = this.options;
    return !!this.clock && (on_timeout === undefined || on_timeout === null || on_timeout === 'default');
  }

  protected get confirm(): boolean {
    return this.options['confirm'] === true;
  }

  protected get allSit(): boolean {
    return this.names.size === this.seats.length;
  }

  protected start(): boolean {
    this.started = true;
    if (this.confirm) this.decisions = this.seats.length;
    return this.shows('battle_started', { seats: this.sitting }, true);
  }

  protected offersDraw(seat: string): boolean {
    return this.started && this.agreed.size === 0 && !this.left.has(seat) && this.othersThan(seat).length > 0 && this.passes() && !!this.agreed.add(seat);
  }

  protected answersDraw(seat: string, accept: boolean): boolean {
    if (!this.started || this.agreed.size === 0 || this.agreed.has(seat) || this.left.has(seat) || !this.passes()) return false;
    if (accept) this.agreed.add(seat);
    else this.agreed.clear();
    return true;
  }

  // Shares are not awaited then.
  protected passes(): boolean {
    this.witnessedDice?.passes();
    return this.sharedDice?.passes() ?? true;
  }

  protected hasSealed(seat: string): boolean {
    return [...this.sealed.values()].includes(seat);
  }

  protected get drawAgreed(): boolean {
    return this.agreed.size > 0 && this.agreed.size + this.left.size === this.seats.length;
  }

  /** That this event must come next, or after those that must. */
  protected shows(event: string, data: JsonObject, leads = false): true {
    this.due.push({ event, data, leads });
    return true;
  }

  protected showsChoice({ kind, seat = '', decision = 0, choice = {}, timed_out, standing, left }: Said, leads: boolean): true {
    return this.shows('chosen', { seat, decision, kind, choice, ...(timed_out && { timed_out }), ...(standing && { standing }), ...(left && { left }) }, leads);
  }

  protected ends(winner: string | null, reason: string): true {
    return this.shows('battle_ended', { winner, reason });
  }

  /** The number of the decision in which the seat is asked whether it is ready. */
  protected askedReady(seat: string): number {
    return this.seats.indexOf(seat) + 1;
  }

  /** A field that is not known, missing (then `missing`), or names no seat. */
  protected misfit(said: object, fields: Fields, path: string, missing: Problem): Problem | null {
    const unknown = unknownField(said, fields, path);
    if (unknown) return unknown;
    if (fields.some((field) => !field.endsWith('?') && !Object.hasOwn(said, field))) return missing;
    const { seat } = said as { seat?: unknown };
    return seat === undefined || this.seats.includes(seat as string) ? null : problem(`${path}/seat`, 'no_seat', textOf(seat));
  }

  /** The only one that is there beside this seat. */
  private other(seat: string): string | null {
    const [other = null, ...more] = this.othersThan(seat);
    return more.length > 0 || !this.isContest ? null : other;
  }

  // Otherwise it goes on as long as anybody is there.
  private get isContest(): boolean {
    return this.options['contest'] !== false;
  }

  private othersThan(seat: string): string[] {
    return this.seats.filter((each) => each !== seat && !this.left.has(each));
  }
}

function ofKind(fields: Record<string, Fields>, kind: string): Fields | undefined {
  return Object.hasOwn(fields, kind) ? fields[kind] : undefined;
}

function resultOf(result: Problem | boolean, otherwise: Problem): Problem | null {
  if (typeof result !== 'boolean') return result;
  return result ? null : otherwise;
}

/** Forced choices are the rules' own doing and no inputs. */
function isOfRules({ event, data }: BattleEvent): boolean {
  return !notOfRules.has(event) && (event !== 'chosen' || (data as JsonObject)['forced'] === true);
}
