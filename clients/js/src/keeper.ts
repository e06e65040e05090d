// Holds a server to its word in one battle that is followed: keeps what the battle began with, what is sent, before it is, and the heads that the server
// signs; and says when one contradicts another. For whoever watches only as long as the feed lasts.

import { firstDifference } from './difference.js';
import { isNoAnswer, MusterError } from './errors.js';
import { MemoryKeeping, type Keeping } from './keeping.js';
import { bounded, isSignedFor, startOf, takeHead, takeStart } from './heads.js';
import type { Hearing } from './heard.js';
import type { KeptSeat, SentInput } from './mine.js';
import { problem, type Problem } from './problem.js';
import type { BattleEvent, DecisionRequest, Following, Json, JsonObject, SignedHead } from './types.js';

export interface KeeperListener {
  /** The server goes against its word. */
  broken(problem: Problem): void;
  /** The server signs with another key than in earlier battles. */
  keyChanged(key: string, before: string): void;
}

export class Keeper {
  private kept: KeptSeat;
  private readonly keeping: Keeping;
  private floor = 0; // inputs that there had been when we asked, or by what we heard since
  private checked: Promise<void> = Promise.resolve(); // heads are taken in one after the other, as they came
  private history: number | null = null; // the last event of what had happened before
  private reminded = false; // of what the server did before
  private decidedBefore = 0; // the seat's last decision in that
  private hearing: Promise<Hearing | null> | null = null;
  private beganSo = false; // as it is kept
  private toldOtherwise = false; // that was said already

  constructor(
    keeping: Keeping,
    server: string,
    battle: string,
    token: string | undefined,
    private readonly fromFirst: boolean,
    private readonly listener: KeeperListener,
  ) {
    this.keeping = token ? keeping : new MemoryKeeping();
    this.kept = { server, battle, seat: '', token: token ?? '' };
  }

  private get plays(): boolean {
    return this.kept.token !== '' && this.kept.start !== undefined;
  }

  /** It was asked to follow when the pin was at `floor`: what is signed from then on must not lie before that. */
  asked(floor: number): void {
    this.kept = this.keeping.seat(this.kept) ?? this.kept;
    this.floor = this.kept.token ? floor : (this.kept.pin?.inputs ?? 0);
  }

  follows(header: Following): void {
    const { viewer, server_key, ruleset, ruleset_version, title, setup, options, commitment, head } = header;
    if (!server_key) return; // a battle of the time before servers signed
    this.kept.seat = viewer;
    this.history ??= head;
    const start = { ruleset, ruleset_version, title, setup, options, commitment, server_key };
    this.knowKey(server_key);
    let found: Problem | null = null;
    if (this.kept.start && !this.kept.taking) found = takeStart(this.kept, start);
    else {
      this.change((kept) => {
        delete kept.taking;
        found = takeStart(kept, start);
      });
    }
    this.beganSo = !found;
    if (found) return this.listener.broken(found); // nothing that is signed or told can fit
    this.remind();
    this.hears(header.signed_head);
  }

  // Whoever comes back is told again.
  private remind(): void {
    const { pin, against } = this.kept;
    if (!pin || !against || this.reminded) return;
    this.reminded = true;
    this.listener.broken(pin.inputs === against.inputs ? problem('', 'two_heads', pin.inputs) : problem('', 'went_back', pin.inputs, against.inputs));
  }

  // Another tab or program may play the same seat: what it has kept meanwhile is taken in.
  private change(change: (kept: KeptSeat) => void): void {
    let now = { ...(this.keeping.seat(this.kept) ?? this.kept), seat: this.kept.seat };
    change(now);
    now = bounded(now);
    this.keeping.keep(now);
    this.kept = now;
  }

  private knowKey(key: string): void {
    if (!this.kept.token) return;
    const known = this.keeping.keys(this.kept.server);
    if (known.includes(key)) return;
    this.keeping.keepKey(this.kept.server, key);
    const before = known.at(-1);
    if (before !== undefined) this.listener.keyChanged(key, before);
  }

  /** A head that the server signed. Where the browser computes no signatures, nothing can be said of it. */
  hears(head: SignedHead | undefined): void {
    if (head && this.kept.start) this.queue(() => this.take(head));
  }

  private queue(act: () => Promise<void>): void {
    if (!globalThis.crypto?.subtle) return;
    this.checked = this.checked.then(act).catch((error: unknown) => {
      queueMicrotask(() => {
        throw error; // what cannot be kept is told to whoever runs this
      });
    });
  }

  private async take(head: SignedHead): Promise<void> {
    if (!(await isSignedFor(this.kept, head))) return this.listener.broken(problem('', 'head_not_signed', head.inputs));
    let found: Problem | null = null;
    const hearing = await this.hearing;
    this.change((kept) => {
      found = takeHead(kept, head, this.floor);
      hearing?.keep(kept);
    });
    if (found) this.listener.broken(found);
    this.floor = head.inputs;
  }

  /** All heads that came are taken in. */
  settled(): Promise<void> {
    return this.checked;
  }

  /** All that there is was told, or something is asked of the seat: how far it was told is kept. */
  pauses(): void {
    if (!this.plays) return;
    this.queue(async () => {
      const hearing = await this.hearing;
      if (hearing && !hearing.isKept(this.kept)) this.change((kept) => hearing.keep(kept));
    });
  }

  private async hearStory(happened: BattleEvent): Promise<void> {
    const hearing = this.beganSo ? await (this.hearing ??= this.beginHearing()) : null;
    const found = (await hearing?.hear(happened, this.kept)) ?? null;
    if (!found || this.toldOtherwise) return;
    this.toldOtherwise = true;
    this.listener.broken(found);
  }

  // A part of its own: whoever only looks keeps nothing of it. Without it the battle goes on as before.
  private async beginHearing(): Promise<Hearing | null> {
    const [start, part] = await Promise.all([startOf(this.kept), import('./heard.js').catch(() => null)]);
    return start && part && new part.Hearing(start);
  }

  happens(happened: BattleEvent): void {
    if (!this.plays) return;
    const { event, data, seq } = happened;
    this.queue(() => this.hearStory(happened));
    const { seat, nonce, accept, decision } = data as JsonObject;
    const own = seat === this.kept.seat;
    if (event === 'seat_taken' && own) this.seatTaken(typeof nonce === 'string' ? nonce : '');
    if (event === 'draw_answered' && accept === false && this.hasSent('draw')) this.change((kept) => (kept.sent = kept.sent?.filter(({ kind }) => kind !== 'draw') ?? []));
    if (this.kept.since !== undefined || this.history === null || seq > this.history || !this.fromFirst) return;
    if (event === 'chosen' && own && typeof decision === 'number') this.decidedBefore = Math.max(this.decidedBefore, decision);
    if (seq === this.history) this.change((kept) => (kept.since = this.decidedBefore));
  }

  // What was only drawn says nothing of a seat that was taken on another device: that came with that one's.
  private seatTaken(nonce: string): void {
    const { drawn, nonce: brought } = this.kept;
    if (nonce && nonce === drawn) {
      this.change((kept) => {
        kept.nonce = nonce;
        delete kept.drawn;
      });
    } else if (brought !== undefined && nonce !== brought) {
      this.change((kept) => delete kept.nonce);
      this.listener.broken(problem('', 'other_seat', brought, nonce || 'nothing'));
    }
  }

  private hasSent(kind: string): boolean {
    return this.kept.sent?.some((each) => each.kind === kind) ?? false;
  }

  /** Something is about to be sent that may become an input. Throws if it cannot be kept. */
  sends(kind: string): void {
    if (this.plays && !this.hasSent(kind)) this.change((kept) => (kept.sent = [...(kept.sent ?? []), { kind }]));
  }

  chooses(decision: number, choice: Json, request: DecisionRequest | undefined): void {
    if (!this.plays || !request) return;
    const sent: SentInput = { kind: request.kind, decision, choice: choice === 'default' ? request.default : choice, ...(request.sealed && { sealed: true }) };
    this.change((kept) => (kept.sent = [...(kept.sent ?? []), sent]));
  }

  /** What is sealed for the server too stays: two seals of one share could be compared. Throws if another was. */
  seals(decision: number, choice: Json, request: DecisionRequest): void {
    if (!this.plays) return;
    const before = (this.keeping.seat(this.kept) ?? this.kept).sent?.find((each) => each.decision === decision && each.sealed);
    if (!before) return this.chooses(decision, choice, request);
    if (firstDifference(before.choice, choice, '')) throw new MusterError({ code: 'illegal_choice', message: 'where dice are shared nothing that was sealed is changed', path: '/choice' });
  }

  /** It is told that a seal is there; one that was refused may be kept there all the same (sharing.ts forgets what cannot be). */
  sealed(decision: number, outcome: 'accepted' | MusterError): void {
    if (this.plays && outcome === 'accepted') this.chosen(decision, outcome);
  }

  retracts(decision: number): void {
    if (!this.plays) return;
    this.change((kept) => {
      for (const each of kept.sent ?? []) if (each.decision === decision) delete each.accepted;
    });
  }

  /** What became of a choice; what broke before there was an answer may be either. */
  chosen(decision: number, outcome: 'accepted' | MusterError): void {
    if (!this.plays || isUnanswered(outcome)) return;
    this.change((kept) => {
      const sent = kept.sent ?? [];
      const last = sent.filter((each) => each.decision === decision).at(-1);
      if (!last) return;
      const others = sent.filter((each) => each !== last);
      // What had been sent before it was taken back.
      kept.sent = outcome === 'accepted' ? [...others.filter((each) => each.decision !== decision), { ...last, accepted: true }] : others;
    });
  }

  retracted(decision: number, outcome: 'accepted' | MusterError): void {
    if (!this.plays || isUnanswered(outcome)) return;
    this.change((kept) => {
      if (outcome === 'accepted') kept.sent = kept.sent?.filter((each) => each.decision !== decision) ?? [];
      else {
        const last = kept.sent?.filter((each) => each.decision === decision).at(-1);
        if (last) last.accepted = true;
      }
    });
  }
}

const isUnanswered = (outcome: 'accepted' | MusterError) => outcome !== 'accepted' && isNoAnswer(outcome);
