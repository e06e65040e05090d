// Gives this device's shares of the dice, whenever they are asked for and nothing is wrong; and seals what is sealed for the server too. What a device
// has answered it keeps before it answers: of one step there is one head, ever.

import { MusterError } from './errors.js';
import { putInLadder, isSameHead, isSignedFor, startOf } from './heads.js';
import type { Keeping, Place } from './keeping.js';
import { drawnLadder, Ladder, sealOf } from './ladder.js';
import type { AskedHead, BattleStart, KeptSeat } from './mine.js';
import { OwnLadder } from './own_ladder.js';
import { problem, type Problem } from './problem.js';
import { toHex } from './proof.js';
import type { DueShare, SharingState } from './share_state.js';
import { isRefusedFor, Signer, type Say } from './signer.js';
import { addKey, drawnKey, hasKey, lastKey } from './signing.js';
import type { Ask } from './sitting.js';
import { StepCheck } from './step_check.js';
import type { BattleEvent, BattleRecord, DecisionRequest, Json, JsonObject, RequestOf } from './types.js';

export interface SharingHome extends Place {
  keeping: Keeping;
  http: Ask;
  /** the same list, which grows */
  events: readonly BattleEvent[];
  /** says something to the battle */
  ask(message: JsonObject): Promise<JsonObject>;
  broken(problem: Problem): void;
  changed(state: SharingState): void;
}

const retryAfter = 5_000;
const otherLadderWithin = 10_000; // ms, after a seal was refused because of it: its event is on its way

/** In place of a choice, and the foot of the ladder that it was made by. */
export type Sealed = { choice: { seal: string }; ladder: string };

type ShareRequest = RequestOf<'share'>;
type Known = KeptSeat & { start: BattleStart };

export class Sharing {
  private state: SharingState = { ladder: 'unknown', due: null };
  private readonly own: OwnLadder;
  /** Signs what this seat says. */
  readonly signer: Signer;
  private checked: StepCheck | null = null;
  private request: ShareRequest | null = null;
  private work: Promise<void> = Promise.resolve(); // one request after the other
  private readonly left = new AbortController();
  private isAlone: Promise<void> | null = null;
  private readonly heard = new Set<() => void>(); // wait for the next event
  private hasSealed = false; // since the last share of this seat: what opens it stays in force
  private readonly closedDecisions = new Set<number>();

  /** `askedBefore`: the step that had been answered when it was asked to follow. */
  constructor(
    private readonly home: SharingHome,
    private readonly seat: string,
    private readonly askedBefore: number,
  ) {
    this.own = new OwnLadder(seat);
    this.signer = new Signer(seat, () => (this.own.reads(home.events), this.own.key), () => this.kept());
  }

  /** It is not followed any more. */
  leave(): void {
    this.left.abort();
    this.hears();
  }

  private nextEvent(): Promise<void> {
    return new Promise((resolve) => this.heard.add(resolve));
  }

  private hears(): void {
    for (const resolve of this.heard) resolve();
    this.heard.clear();
  }

  /** The history that there was when it began to follow is in. */
  caughtUp(): void {
    this.look();
  }

  happened({ event, data }: BattleEvent): void {
    const { seat, step } = data as JsonObject;
    this.hears();
    if (event === 'share_given' && seat === this.seat) this.hasSealed = false;
    if (event === 'battle_ended' || (event === 'share_given' && Number(step) >= (this.state.due?.step ?? Infinity))) this.tell({ due: null });
    if ((event === 'ladder_renewed' || event === 'share_given') && seat === this.seat) this.look();
  }

  closed(decision: number): void {
    this.closedDecisions.add(decision);
    this.hears();
    if (this.request?.decision === decision) this.tell({ due: null });
  }

  /** Its share is asked for. */
  asked(request: ShareRequest): void {
    const { step } = request.options;
    const isNew = this.request?.decision !== request.decision;
    const { due } = this.state;
    this.request = request;
    if (request.pending) return this.tell({ due: { step, deadline: request.deadline, state: 'given', problem: null } });
    if (!isNew && due && due.state !== 'failed' && due.state !== 'elsewhere') return;
    this.tell({ due: { step, deadline: request.deadline, state: 'checking', problem: null } });
    this.begin(request);
  }

  /** The player says that what was decided in his seat's name was he, on another device: then it is taken as sent. */
  async vouch(): Promise<void> {
    const { request, checked } = this;
    if (!request || this.state.due?.state !== 'asks') return;
    const kept = this.kept();
    if (kept) this.home.keeping.keep({ ...kept, since: Math.max(kept.since ?? 0, checked?.lastDecision ?? 0) });
    this.checked = null;
    this.settle('checking', null);
    await this.begin(request);
  }

  /** Draws another ladder, unless one waits already, and gives what shows that it is put in. */
  newLadder(): Promise<number> {
    return this.inTurn(() => this.renew());
  }

  private async renew(): Promise<number> {
    if (this.hasSealed) throw new MusterError({ code: 'illegal_choice', message: 'a choice of yours lies sealed by the ladder that you have; it is opened first' });
    const kept = this.kept();
    const start = kept && (await startOf(kept));
    if (!kept || !start) throw new MusterError({ code: 'no_ladder', message: 'it is not known yet how this battle began' });
    this.own.reads(this.home.events);
    const waiting = await this.own.fresh(kept);
    const secret = waiting ? kept.ladders!.at(-1)! : drawnLadder();
    const { foot } = waiting ?? (await Ladder.of(start, this.seat, secret));
    // A seat that came without a key goes on so: its device would take one for another's, and older servers know none.
    const brings = this.own.key !== '' && !hasKey(kept, this.own.key);
    const drawn = brings && !kept.keys?.length ? await drawnKey() : null;
    const now = this.kept() ?? kept;
    putInLadder(now, secret);
    if (drawn) addKey(now, drawn);
    if (!now.sent?.some(({ kind }) => kind === 'new_ladder')) now.sent = [...(now.sent ?? []), { kind: 'new_ladder' }];
    const key = brings ? lastKey(now) : undefined;
    this.home.keeping.keep(now);
    const signature = await this.signer.sign({ kind: 'new_ladder', ladder: foot, seat: this.seat });
    const seq = Number((await this.home.ask({ type: 'new_ladder', ladder: foot, ...(key && { key }), ...signature }))['seq']);
    // What is sealed from now on is opened by this one.
    while (this.home.events.length < seq && !this.left.signal.aborted) await this.nextEvent();
    return seq;
  }

  // ---- what is sealed for the server too ----

  /** Says a seal, signed; made again by the ladder in force if another program of the seat has put one in meanwhile: nobody could open it. */
  async choosesSealed(request: DecisionRequest, choice: Json, sealed: Sealed, say: Say): Promise<number> {
    const { decision } = request;
    for (let { choice: seal, ladder } = sealed; ; ) {
      try {
        return await say({ ...(await this.signer.signed(request, seal)), ...(request.names_ladder && { ladder }) });
      } catch (error) {
        const isByOther = isRefusedFor('/ladder', error);
        if (isByOther || isStale(error)) this.hasSealed = this.liesSealed(decision);
        if (!isByOther) throw error;
        await this.otherLadder(ladder, decision, error);
      }
      ({ choice: seal, ladder } = await this.sealAgain(request, choice));
    }
  }

  private liesSealed(decision: number): boolean {
    this.own.reads(this.home.events);
    return this.own.lies !== null || !!this.kept()?.sent?.some((each) => each.sealed && each.accepted && each.decision === decision);
  }

  // Until another ladder is told than the one that a seal was refused for. If none is while the seal is wanted, throws that refusal.
  private async otherLadder(ladder: string, decision: number, refusal: unknown): Promise<void> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this.hears();
    }, otherLadderWithin);
    try {
      while (this.ladderInForce === ladder) {
        if (isLate || this.left.signal.aborted || this.closedDecisions.has(decision)) throw refusal;
        await this.nextEvent();
      }
    } finally {
      clearTimeout(late);
    }
  }

  // If another device has put in the ladder this one cannot: then whoever plays chooses there, whatever he likes. What was sealed here and refused is
  // forgotten, or this device would call it another choice; its ladder is out of force and gives no rung again, so there is nothing to compare.
  private async sealAgain(request: DecisionRequest, choice: Json): Promise<Sealed> {
    try {
      return await this.seal(request, choice);
    } catch (error) {
      const kept = this.kept();
      const { decision } = request;
      if (kept?.sent && error instanceof MusterError && error.refusal.code === 'no_ladder') {
        this.home.keeping.keep({ ...kept, sent: kept.sent.filter((each) => each.decision !== decision || !each.sealed || each.accepted) });
      }
      throw error;
    }
  }

  private get ladderInForce(): string {
    this.own.reads(this.home.events);
    return this.own.begun.ladder;
  }

  /** In place of a choice that the server is not to read either. Throws if this device does not have the ladder, or had sealed another. */
  seal(request: DecisionRequest, choice: Json): Promise<Sealed> {
    return this.inTurn(() => this.sealed(request, choice));
  }

  private async sealed({ decision }: DecisionRequest, choice: Json): Promise<Sealed> {
    const kept = this.kept();
    const start = kept && (await startOf(kept));
    this.own.reads(this.home.events);
    const { ladder } = this.own.begun;
    const rung = kept && (await this.own.rung(kept, this.own.steps + 1));
    const isAsBegun = !!kept && this.own.isAsBegun(kept);
    if (kept && !isAsBegun) this.home.broken(problem('', 'used_ladder'));
    if (!start || !rung || !isAsBegun) {
      throw new MusterError({ code: 'no_ladder', message: 'the ladder that this choice is sealed with is on another device: choose there, or put in a new ladder first' });
    }
    const seal = await sealOf(rung, start, this.seat, decision, choice);
    // Who has the rung that opens it could read it. Another window of the seat may have given it since this decision was closed; or the server asked for it
    // before there was a seal, which the record will show.
    const { asked, sent } = this.kept() ?? kept;
    if (asked && asked.step > this.own.steps && !sent?.some((each) => each.sealed && each.decision === decision)) {
      throw new MusterError({ code: 'stale_decision', message: 'the share that would open this was given already' });
    }
    this.hasSealed = true;
    return { choice: { seal }, ladder };
  }

  // ---- the answer ----

  private async begin(request: ShareRequest): Promise<void> {
    const events = this.home.events.slice(); // later ones are not of this step
    await (this.isAlone ??= this.home.keeping.alone?.(this.home, this.left.signal) ?? Promise.resolve());
    return this.queue(async () => {
      if (!this.isOpen(request)) return;
      try {
        await this.answer(request, events);
      } catch (error) {
        this.settle('failed', null);
        setTimeout(() => this.isOpen(request) && this.state.due?.state === 'failed' && void this.begin(request), retryAfter);
        throw error;
      }
    });
  }

  private inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const done = this.work.then(act);
    this.work = done.then(
      () => {},
      () => {},
    );
    return done;
  }

  private queue(act: () => Promise<void>): Promise<void> {
    return this.inTurn(act).catch((error: unknown) => {
      if (error instanceof MusterError) return; // the server did not answer
      queueMicrotask(() => {
        throw error; // what cannot be kept is told to whoever runs this
      });
    });
  }

  private isOpen({ decision }: ShareRequest): boolean {
    return this.request?.decision === decision && !this.left.signal.aborted;
  }

  private async answer(request: ShareRequest, events: readonly BattleEvent[]): Promise<void> {
    const { step } = request.options;
    const kept = this.kept();
    if (!kept?.start || !globalThis.crypto?.subtle) return this.settle('failed', null);
    this.own.reads(this.home.events);
    const rung = await this.own.rung(kept, step);
    this.tellLadder(!!rung || (await this.own.isHere(kept)));
    if (!rung) return this.settle('elsewhere', null);
    if (!this.own.isAsBegun(kept)) return this.refuse(problem('', 'used_ladder'));
    const head = { ...request.signed_head, step } as AskedHead;
    if (!isHead(head) || !(await isSignedFor(kept, head))) return this.refuse(problem('', 'head_not_signed', Number(head.inputs) || 0));
    const { asked, pin } = kept;
    if (asked && step <= asked.step) {
      const found = this.contradiction(asked, head);
      if (found) return this.refuse(found);
      if (step < asked.step) return this.settle('given', null); // in another window, which was faster
    } else {
      const found = pin?.inputs === head.inputs && !isSameHead(pin, head) ? problem('', 'two_heads', head.inputs) : await this.check(kept as Known, request, head, events);
      if (found) return found.kind === 'not_sent' ? this.settle('asks', found) : this.refuse(found);
    }
    const opening = await this.opening(kept, rung);
    if (opening && 'kind' in opening) return this.refuse(opening as Problem);
    if (opening === undefined) return this.settle('elsewhere', null);
    const found = this.keepAsked(head);
    if (found) return this.refuse(found);
    await this.give(request.decision, { ...opening, share: toHex(rung) });
  }

  // Only the very same head is answered again.
  private contradiction(asked: AskedHead, head: AskedHead): Problem | null {
    if (head.step === asked.step) return isSameHead(asked, head) ? null : problem('', 'two_heads', head.inputs);
    return head.step < this.askedBefore ? problem('', 'went_back', asked.inputs, head.inputs) : null;
  }

  private async check(kept: Known, { options }: ShareRequest, head: AskedHead, events: readonly BattleEvent[]): Promise<Problem | null> {
    const inputs = options.inputs as never[];
    this.checked ??= new StepCheck((await startOf(kept))!, kept, seatsOf(events));
    const missing = head.inputs - inputs.length - this.checked.inputs;
    let earlier: never[] = [];
    if (missing > 0 && head.step > this.checked.step + 1) {
      const { http, battle, token } = this.home;
      const record = (await http(`/battles/${encodeURIComponent(battle)}/record`, token)) as BattleRecord;
      const from = this.checked.inputs;
      if (record.format === 'muster.record/2') earlier = record.inputs.slice(from, from + missing) as never[];
    }
    const feet = await this.own.feet(kept);
    const found = await this.checked.check(kept, feet, { head, inputs, events }, earlier);
    return found;
  }

  /** What goes with the share: nothing, or what this device has sealed; undefined: that was sealed on another device. */
  private async opening(kept: KeptSeat, rung: Uint8Array<ArrayBuffer>): Promise<{ opens?: Json } | Problem | undefined> {
    const { lies } = this.own;
    if (!lies) return {};
    const sent = kept.sent?.filter(({ decision, sealed }) => sealed && decision === lies.decision).at(-1);
    if (!sent) return undefined;
    const choice = sent.choice ?? null;
    const seal = await sealOf(rung, (await startOf(kept))!, this.seat, lies.decision, choice);
    return seal === lies.seal ? { opens: choice } : problem('', 'other_seal', lies.decision);
  }

  // What another window or program has answered meanwhile is looked at at the moment of keeping.
  private keepAsked(head: AskedHead): Problem | null {
    const now = this.kept()!;
    if (now.asked && head.step <= now.asked.step) return this.contradiction(now.asked, head);
    // What this device has sealed is in before the share that opens it is asked for, or time has decided in its place.
    const last = this.checked?.lastDecision ?? Infinity;
    if (now.sent?.some(({ sealed, decision }) => sealed && (decision ?? 0) > last)) return problem('', 'other_inputs', head.step);
    const { inputs, chain, shown, signature, step } = head;
    const { begun } = this.own;
    const others = now.begun?.filter(({ ladder }) => ladder !== begun.ladder) ?? [];
    this.home.keeping.keep({ ...now, begun: [...others, begun], asked: { inputs, chain, shown, signature, step } });
    return null;
  }

  private async give(decision: number, choice: JsonObject): Promise<void> {
    try {
      await this.home.ask({ type: 'choose', decision, choice });
      this.settle('given', null);
    } catch (error) {
      const { code, message } = error instanceof MusterError ? error.refusal : { code: 'internal', message: String(error) };
      if (code === 'stale_decision' || code === 'battle_over') this.settle('given', null); // by another window, or it is over
      else if (code === 'illegal_choice') this.refuse(problem('', 'misshapen', message));
      else this.settle('failed', null);
    }
  }

  // ---- what is told ----

  private kept(): KeptSeat | undefined {
    const kept = this.home.keeping.seat(this.home);
    return kept && { ...kept, seat: this.seat };
  }

  private refuse(found: Problem): void {
    this.settle('refused', found);
    this.home.broken(found);
  }

  private settle(state: DueShare['state'], found: Problem | null): void {
    if (this.state.due) this.tell({ due: { ...this.state.due, state, problem: found } });
  }

  private look(): void {
    void this.queue(async () => {
      this.own.reads(this.home.events);
      const kept = this.kept();
      const isHere = !!kept && (await this.own.isHere(kept));
      this.tellLadder(isHere);
      if (this.own.isUsedAgain) this.home.broken(problem('', 'used_ladder'));
      // One that came from another device may still be there, too.
      if (isHere && (this.own.isUsedUp || (await this.own.fresh(kept)))) await this.renew().catch(() => {}); // it is asked for later otherwise
    });
  }

  private tellLadder(isHere: boolean): void {
    this.tell({ ladder: !isHere ? 'elsewhere' : this.own.isUsedUp ? 'used_up' : 'here' });
  }

  private tell(change: Partial<SharingState>): void {
    const now = { ...this.state, ...change };
    if (now.ladder === this.state.ladder && now.due === this.state.due) return;
    if (!now.due) this.request = null;
    this.state = now;
    this.home.changed(now);
  }
}

function isStale(error: unknown): boolean {
  return error instanceof MusterError && error.refusal.code === 'stale_decision';
}

function isHead({ inputs, chain, shown, signature }: AskedHead): boolean {
  return Number.isSafeInteger(inputs) && [chain, shown, signature].every((each) => typeof each === 'string');
}

function seatsOf([first]: readonly BattleEvent[]): string[] {
  const { seats } = (first?.data ?? {}) as JsonObject;
  return Array.isArray(seats) ? seats.map(String) : [];
}
