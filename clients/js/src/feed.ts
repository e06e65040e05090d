import { Emitter } from './emitter.js';
import { MusterError, unreachable } from './errors.js';
import type { Exchange, Follower } from './exchange.js';
import type { FeedEvents, FollowOptions } from './feed_events.js';
import { otherDice, sharesDice, type InvitedTo } from './dice_of.js';
import type { KeptSeat } from './mine.js';
import type { Problem } from './problem.js';
import type { SharingState } from './share_state.js';
import type { Brought } from './sitting.js';
import { ordersOf, Speaker, type Home } from './speaker.js';
import type {
  BattleEndedData, BattleEvent, ClockState, DecisionRequest, Following, JsonObject, Outcome, Presence, Refusal, Reminder, RequestOf, SignedHead,
} from './types.js';

// Open requests come again right after the history that was missed; what does not, was closed while we were away.
const confirmedWithin = 2_000;

/** One followed battle. It resumes by itself after every break; each event comes once, and none is missing. */
export class Feed extends Speaker implements Follower {
  header: Following | null = null;
  events: BattleEvent[] = [];
  head: number;
  /** Of the server's copy that `events` are from; keep it beside `head`. */
  generation: string | undefined;
  presence: Presence | null = null;
  clock: ClockState | null = null;
  /** In a battle whose dice are shared, for a seat: how it stands with its shares. */
  shares: SharingState | null = null;
  /** Rejects with a MusterError if it may not be followed. */
  readonly ready: Promise<Following>;
  /** The outcome, as soon as the battle has ended. Rejects if it is followed no longer before that, or had ended before `since`. */
  readonly over: Promise<Outcome>;

  private readonly who: { token: string | undefined; name: string | undefined; nonce: string | undefined } & Partial<Brought>;
  private readonly invited: InvitedTo;
  private sits: Promise<void> | null = null; // it looks at the battle before it sits down
  private readonly emitter = new Emitter<FeedEvents>();
  private settleReady!: { resolve(header: Following): void; reject(error: MusterError): void };
  private settleOver!: { resolve(outcome: Outcome): void; reject(error: MusterError): void };
  private finished = false; // the battle's end is among the events, or came before them
  private readonly waiting = new Set<() => void>(); // loops that have read all of `events`
  private floor = 0; // how many inputs there had been, by what is kept, when it was asked to follow
  private askedBefore = 0; // the step whose share had been given when it was asked to follow
  private looked: Following | null = null; // what a looker-on was told first
  private behind = false; // until the history up to header.head is in
  private unconfirmed = new Set<number>(); // requests from before a break
  private confirming: ReturnType<typeof setTimeout> | undefined;

  constructor(
    battle: string,
    exchange: Exchange,
    private readonly left: () => void,
    home: Home,
    options: FollowOptions = {},
  ) {
    super(battle, exchange, home, options.token);
    const begun = this.kept()?.start;
    const isShared = !!begun && sharesDice(begun.options);
    this.head = isShared ? 0 : (options.since ?? 0);
    this.generation = options.generation;
    this.invited = options;
    this.who = { name: options.name, token: options.token, nonce: options.token && options.nonce };
    this.ready = new Promise((resolve, reject) => (this.settleReady = { resolve, reject }));
    this.ready.catch(() => {}); // who does not wait for it hears 'error'
    this.over = new Promise((resolve, reject) => (this.settleOver = { resolve, reject }));
    this.over.catch(() => {});
  }

  on<Name extends keyof FeedEvents>(name: Name, handler: (value: FeedEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  /**
   * Every event once, from the first that this feed has, as it comes; until the battle is over or is not followed any more. Throws if it
   * may not be followed. Nothing is kept for it: it reads `events`, and after `restored` begins with the new ones.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<BattleEvent, void> {
    for (let events = this.events, next = 0; ; ) {
      if (events !== this.events) [events, next] = [this.events, 0];
      const event = events[next++];
      if (event) yield event;
      else if (this.ended?.refusal.code === 'unreachable' || this.finished) return;
      else if (this.ended) throw this.ended;
      else {
        --next;
        await new Promise<void>((resolve) => this.waiting.add(resolve));
      }
      if (event?.event === 'battle_ended') return;
    }
  }

  /** Ends it: nothing more is heard, what was not answered yet rejects. */
  unfollow(): void {
    this.exchange.remove(this);
    this.end(unreachable('this battle is not followed any more'));
  }

  /** All heads that the server signed so far are checked and kept. */
  settled(): Promise<void> {
    return Promise.resolve(this.keeper).then((keeper) => keeper?.settled());
  }

  private followed(header: Following): void {
    const { floor, looked } = this;
    if (!this.who.token && !this.keeper && !looked) return void (this.looked = header);
    void this.keep((keeper) => {
      if (looked) keeper.follows(looked);
      keeper.asked(floor);
      keeper.follows(header);
    });
    this.looked = null;
  }

  private pauses(): void {
    if (this.who.token) void this.keep((keeper) => keeper.pauses());
  }

  private hearHead({ signed_head }: JsonObject): void {
    if (signed_head) void this.keep((keeper) => keeper.hears(signed_head as SignedHead));
  }

  // ---- shares of the dice ----

  protected get sharesDice(): boolean {
    return sharesDice(this.header?.options);
  }

  protected get fromFirst(): boolean {
    return this.head === 0;
  }

  private get plays(): boolean {
    return !!this.who.token && this.header?.viewer !== 'spectator';
  }

  // A part of its own, too.
  private beginSharing(header: Following): void {
    if (this.sharing) return;
    const { battle, home, events } = this;
    const token = this.who.token ?? '';
    const tell = (state: SharingState) => {
      if (this.events !== events) return; // of a history that is no more
      this.shares = state;
      this.emitter.emit('sharing', state);
    };
    const ask = (message: JsonObject) => this.answer(message);
    const seat = { ...home, battle, token, events, ask, broken: (problem: Problem) => this.breaks(problem), changed: tell };
    const { askedBefore } = this;
    this.sharing = import('./sharing.js').then((part) => new part.Sharing(seat, header.viewer, askedBefore));
  }

  private leaveSharing(): void {
    void this.sharing?.then((sharing) => sharing.leave());
    this.sharing = null;
    this.shares = null;
  }

  // Of what this device has sealed for the server too, the server knows nothing but the seal.
  private ownWords(request: DecisionRequest): DecisionRequest {
    const { pending } = request;
    if (!this.sharesDice || !pending || !Object.hasOwn(pending, 'seal')) return request;
    const sent = this.kept()?.sent?.find(({ decision, sealed }) => sealed && decision === request.decision);
    return sent?.choice ? ({ ...request, pending: sent.choice } as DecisionRequest) : request;
  }

  protected breaks(problem: Problem): void {
    this.broken ??= problem;
    this.emitter.emit('broken', problem);
  }

  protected changesKey(key: string, before: string): void {
    this.emitter.emit('key_changed', { key, before });
  }

  // ---- what the exchange tells ----

  hello(): JsonObject | null {
    if (this.invited.dice && !this.header && !this.sits && !this.kept()?.pin) {
      this.sitsDown(null);
      return null;
    }
    const kept = this.kept();
    this.floor = kept?.pin?.inputs ?? 0;
    this.askedBefore = kept?.asked?.step ?? 0;
    const generation = this.head > 0 ? this.generation : undefined;
    const known = Object.entries({ ...this.who, generation }).filter((entry): entry is [string, string] => !!entry[1]);
    return { type: 'follow', battle: this.battle, since: this.head, ...Object.fromEntries(known) };
  }

  /** It was refused since a seat brings a ladder to shared dice. */
  mends(refusal: Refusal): boolean {
    if (!this.who.token || this.who.ladder || refusal.code !== 'bad_message' || refusal.path !== '/ladder') return false;
    this.sitsDown(refusal);
    return true;
  }

  // Then it says hello again.
  private sitsDown(refusal: Refusal | null): void {
    const { battle, exchange, home, invited, token } = this;
    this.sits = import('./sitting.js')
      .then(async ({ ladderFor, look }) => {
        const looked = await look(home.http, battle, token, invited);
        if (token && sharesDice(looked.start.options) && (refusal || !this.kept()?.pin)) Object.assign(this.who, await ladderFor(home.keeping, { server: home.server, battle, token }, looked));
        exchange.greet(this);
      })
      .catch((error: unknown) => {
        this.putsDown(error instanceof MusterError ? error.refusal : unreachable('a part of the page that is needed to sit down is missing').refusal);
      });
  }

  private putsDown(refusal: Refusal): void {
    this.exchange.remove(this);
    this.refused(refusal);
  }

  // Who gives shares must know all that was shown.
  private beginsAnew(): void {
    this.head = 0;
    this.events = [];
    this.exchange.reopen();
  }

  private kept(): KeptSeat | undefined {
    const { battle, home, token } = this;
    return token ? home.keeping.seat({ server: home.server, battle, token }) : undefined;
  }

  /** The server does not have that much history; false: nor would it help to ask for all of it. */
  startOver(): boolean {
    if (this.head === 0) return false;
    this.head = 0;
    this.events = [];
    this.generation = undefined;
    this.finished = false;
    this.previewed = null;
    this.exchange.forget(this.battle, new MusterError({ code: 'history_restored', message: "the server went back to an older copy of this battle" }));
    this.closeRequests(() => true);
    this.leaveSharing();
    this.emitter.emit('restored', undefined);
    return true;
  }

  following(message: JsonObject): void {
    const header = withoutType(message) as Following;
    // Then the server sends all of it: the generation that it was told was another.
    if (this.generation && header.generation && header.generation !== this.generation) this.startOver();
    this.generation = header.generation;
    this.header = header;
    const refusal = otherDice(header.options, this.invited);
    if (refusal) return this.putsDown(refusal.refusal);
    if (this.plays && this.sharesDice && this.events.length < this.head) return this.beginsAnew();
    this.behind = true;
    clearTimeout(this.confirming);
    this.unconfirmed = new Set(this.requests.map((request) => request.decision));
    this.followed(header);
    if (this.plays && this.sharesDice) this.beginSharing(header);
    this.settleReady.resolve(header);
    this.emitter.emit('following', header);
    this.lookWhetherCaughtUp();
  }

  hear(message: JsonObject): void {
    switch (message['type']) {
      case 'event':
        return this.happened(message as BattleEvent);
      case 'request': {
        const request = this.ownWords(withoutType(message) as DecisionRequest);
        this.unconfirmed.delete(request.decision);
        this.pauses();
        if (this.sharesDice && request.kind === 'share') return void this.sharing?.then((sharing) => sharing.asked(request as RequestOf<'share'>));
        const others = this.requests.filter(({ decision }) => decision !== request.decision);
        return this.setRequests([...others, request].sort((a, b) => a.decision - b.decision));
      }
      case 'request_closed':
        void this.sharing?.then((sharing) => sharing.closed(Number(message['decision'])));
        return this.closeRequests((decision) => decision === message['decision']);
      case 'last_head':
        return this.hearHead(message);
      case 'orders':
        return this.emitter.emit('orders', ordersOf(message));
      case 'presence':
        this.presence = withoutType(message) as Presence;
        return this.emitter.emit('presence', this.presence);
      case 'clock':
        this.clock = withoutType(message) as ClockState;
        return this.emitter.emit('clock', this.clock);
      case 'reminder':
        return this.emitter.emit('reminder', withoutType(message) as Reminder);
    }
  }

  answered(answer: JsonObject): void {
    this.hearHead(answer);
  }

  refused(refusal: Refusal): void {
    const error = new MusterError(refusal);
    this.end(error);
    this.emitter.emit('error', error);
  }

  private end(why: MusterError): void {
    clearTimeout(this.confirming);
    this.leaveSharing();
    this.ended = why;
    this.settleReady.reject(why);
    this.settleOver.reject(why);
    this.wake();
    this.left();
  }

  private happened({ seq, at, event, data }: BattleEvent): void {
    if (seq <= this.head) return;
    if (seq !== this.head + 1) return this.exchange.reopen();
    const happened = { seq, at, event, data } as BattleEvent;
    this.head = seq;
    this.events.push(happened);
    if (this.who.token) void this.keep((keeper) => keeper.happens(happened));
    void this.sharing?.then((sharing) => sharing.happened(happened));
    this.emitter.emit('event', happened);
    if (happened.event === 'chosen') this.closeRequests((decision) => decision === happened.data.decision);
    if (happened.event === 'battle_ended') this.hearEnd(happened.data);
    this.lookWhetherCaughtUp();
    this.wake();
  }

  private hearEnd({ winner, reason, survivors }: BattleEndedData): void {
    this.finished = true;
    this.closeRequests(() => true);
    this.settleOver.resolve({ winner, reason, survivors });
  }

  private wake(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }

  private lookWhetherCaughtUp(): void {
    if (!this.behind || this.head < (this.header?.head ?? 0)) return;
    this.behind = false;
    if (this.unconfirmed.size > 0) {
      this.confirming = setTimeout(() => this.closeRequests((decision) => this.unconfirmed.has(decision)), confirmedWithin);
    }
    if (this.header?.status === 'over' && !this.finished) this.missEnd();
    void this.sharing?.then((sharing) => sharing.caughtUp());
    this.pauses();
    this.emitter.emit('caught_up', undefined);
  }

  // It begins after the end; who wants to know it reads the record.
  private missEnd(): void {
    this.finished = true;
    this.settleOver.reject(new MusterError({ code: 'battle_over', message: `this battle had ended before event ${this.head}` }));
    this.wake();
  }

  private closeRequests(which: (decision: number) => boolean): void {
    const open = this.requests.filter(({ decision }) => !which(decision));
    if (open.length < this.requests.length) this.setRequests(open);
  }

  protected setRequests(requests: DecisionRequest[]): void {
    this.requests = requests;
    this.emitter.emit('requests', requests);
  }
}

function withoutType({ type: _type, id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}
