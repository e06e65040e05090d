import { Emitter } from './emitter.js';
import { MusterError, unreachable } from './errors.js';
import type { Exchange, Follower } from './exchange.js';
import type {
  Abortable, BattleEndedData, BattleEvent, ClockState, DecisionKind, DecisionRequest, Following, JsonObject, NudgeInfo, NudgeTarget, Outcome, Presence, Previewed, Refusal, Reminder,
  RematchAnswer, RematchOptions, StandingOrder, StandingOrders,
} from './types.js';

export interface FollowOptions {
  /** Of a seat; without one you look on. */
  token?: string;
  /** The last event you have; the feed begins after it. */
  since?: number;
  /** `generation` of the feed that had that event: shows whether the server's history is still the same. */
  generation?: string;
  /** How you want to be called. */
  name?: string;
  /** 16 to 64 hex digits that enter the dice when the seat is taken; random unless given. */
  nonce?: string;
  /** Ends it as unfollow() does. */
  signal?: AbortSignal | undefined;
}

export interface FeedEvents {
  /** Whenever the server lets it follow: at first, and after every break. */
  following: Following;
  /**
   * The server's copy was restored from an older one: what was known is gone, and its history comes from the beginning. What nobody has
   * answered rejects with `history_restored`, since it was said to what never happened there.
   */
  restored: void;
  event: BattleEvent;
  /** All that had happened when it began to follow is in. */
  caught_up: void;
  requests: DecisionRequest[];
  /** One's own standing orders, whenever they were changed, here or in another window. */
  orders: StandingOrders;
  presence: Presence;
  /** How the time stands, in a battle with a clock: after each change. */
  clock: ClockState;
  /** One's own deadline draws near. */
  reminder: Reminder;
  /** It may not be followed (any more): nothing will come. */
  error: MusterError;
}

// Open requests come again right after the history that was missed; what does not, was closed while we were away.
const confirmedWithin = 2_000;

/** One followed battle. It resumes by itself after every break; each event comes once, and none is missing. */
export class Feed implements Follower {
  header: Following | null = null;
  events: BattleEvent[] = [];
  head: number;
  /** Of the server's copy that `events` are from; keep it beside `head`. */
  generation: string | undefined;
  /** Open decisions of one's own seat. */
  requests: DecisionRequest[] = [];
  presence: Presence | null = null;
  clock: ClockState | null = null;
  /** Rejects with a MusterError if it may not be followed. */
  readonly ready: Promise<Following>;
  /** The outcome, as soon as the battle has ended. Rejects if it is followed no longer before that, or had ended before `since`. */
  readonly over: Promise<Outcome>;

  private readonly who: { token: string | undefined; name: string | undefined; nonce: string | undefined };
  private readonly emitter = new Emitter<FeedEvents>();
  private settleReady!: { resolve(header: Following): void; reject(error: MusterError): void };
  private settleOver!: { resolve(outcome: Outcome): void; reject(error: MusterError): void };
  private finished = false; // the battle's end is among the events, or came before them
  private readonly waiting = new Set<() => void>(); // loops that have read all of `events`
  private ended: MusterError | null = null;
  private behind = false; // until the history up to header.head is in
  private unconfirmed = new Set<number>(); // requests from before a break
  private confirming: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly battle: string,
    private readonly exchange: Exchange,
    private readonly left: () => void,
    options: FollowOptions = {},
  ) {
    this.head = options.since ?? 0;
    this.generation = options.generation;
    this.who = { name: options.name, token: options.token, nonce: options.token && (options.nonce ?? randomNonce()) };
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

  // ---- what one can do; each resolves with the number of the event that shows it ----

  choose(decision: number, choice: JsonObject | 'default'): Promise<number> {
    return this.ask({ type: 'choose', decision, choice }, () => this.setPending(decision, choice));
  }
  /**
   * What a choice would come to if it were made now, also one that is still being made; nothing changes. `feed.preview<'wave'>(…)` knows
   * what is told of waves.
   */
  async preview<Kind extends DecisionKind>(decision: number, choice: JsonObject | 'default', abortable: Abortable = {}): Promise<Previewed<Kind>> {
    const told = await this.answer({ type: 'preview', decision, choice }, abortable);
    return { choice: told['choice'] ?? null, refusal: told['refusal'] ?? null, meaning: told['meaning'] ?? null } as Previewed<Kind>;
  }
  /** Takes back a sealed choice. */
  retract(decision: number): Promise<number> {
    return this.ask({ type: 'retract', decision }, () => this.setPending(decision, null));
  }
  /** Replaces one's standing orders; they apply to later decisions, or `now` to the one that is open too. */
  order(orders: StandingOrder[], { now = false } = {}): Promise<number> {
    return this.ask({ type: 'order', orders, ...(now ? { now } : {}) });
  }
  /** One's standing orders, and what they would do now. */
  orders(): Promise<StandingOrders> {
    const { battle } = this;
    if (this.ended) return Promise.reject(this.ended);
    return this.exchange.ask({ type: 'orders', battle }, { battle }).then(ordersOf);
  }
  concede(): Promise<number> {
    return this.ask({ type: 'concede' });
  }
  offerDraw(): Promise<number> {
    return this.ask({ type: 'offer_draw' });
  }
  answerDraw(accept: boolean): Promise<number> {
    return this.ask({ type: 'answer_draw', accept });
  }
  /** Ends a battle with a live clock whose other player is gone for too long. */
  claim(): Promise<number> {
    return this.ask({ type: 'claim' });
  }
  say(text: string): Promise<number> {
    return this.ask({ type: 'say', text });
  }

  // ---- the same once more, when the battle is over ----

  /**
   * Made as soon as all people want the same: the event `rematch_made` names the new battle, which one follows with `token`. That is drawn here
   * unless it is given; give one that is kept already (randomToken) and no lost answer costs a seat. Asked again, also with another token as long
   * as nobody sits there, one gets one's seat.
   */
  async rematch({ swap = false, token = randomToken() }: RematchOptions = {}): Promise<RematchAnswer> {
    const answer = await this.answer({ type: 'rematch', token, ...(swap ? { swap } : {}) });
    const made = answer['type'] === 'invitation';
    return { token, taken: made ? { battle: String(answer['battle']), seat: String(answer['seat']), token } : null };
  }
  withdrawRematch(): Promise<number> {
    return this.ask({ type: 'withdraw_rematch' });
  }

  // ---- nudges: who is told when it is this seat's turn ----

  /** `secret` signs a webhook's nudges; it is shown only here. */
  async subscribe(nudge: NudgeTarget): Promise<{ nudge: NudgeInfo; secret?: string }> {
    const answer = await this.answer({ type: 'subscribe', nudge });
    return answer as { nudge: NudgeInfo; secret?: string };
  }
  async unsubscribe(nudge: string): Promise<void> {
    await this.answer({ type: 'unsubscribe', nudge });
  }
  async nudges(): Promise<NudgeInfo[]> {
    return (await this.answer({ type: 'list_nudges' }))['nudges'] as NudgeInfo[];
  }

  // ---- new tokens: who may sit where ----

  /**
   * A new token for one's own seat, for whoever goes on with it: once that one sits down, one's own opens the seat no longer. Or for
   * another seat whose token one knows: if nobody has taken it yet, the former token ends at once.
   */
  async handOver(token = this.who.token): Promise<string> {
    return String((await this.answer({ type: 'hand_over', token: token ?? '' }))['token']);
  }

  /** Ends it: nothing more is heard, what was not answered yet rejects. */
  unfollow(): void {
    this.exchange.remove(this);
    this.end(unreachable('this battle is not followed any more'));
  }

  private answer(message: JsonObject, { signal }: Abortable = {}): Promise<JsonObject> {
    const { battle } = this;
    return this.ended ? Promise.reject(this.ended) : this.exchange.ask({ ...message, battle }, { battle, signal });
  }

  private ask(message: JsonObject, accepted = () => {}): Promise<number> {
    const asked = this.answer(message).then((answer) => {
      accepted();
      return Number(answer['seq']);
    });
    asked.catch(() => {}); // who does not wait for an answer need not care
    return asked;
  }

  // ---- what the exchange tells ----

  hello(): JsonObject {
    const generation = this.head > 0 ? this.generation : undefined;
    const known = Object.entries({ ...this.who, generation }).filter((entry): entry is [string, string] => !!entry[1]);
    return { type: 'follow', battle: this.battle, since: this.head, ...Object.fromEntries(known) };
  }

  /** The server does not have that much history; false: nor would it help to ask for all of it. */
  startOver(): boolean {
    if (this.head === 0) return false;
    this.head = 0;
    this.events = [];
    this.generation = undefined;
    this.finished = false;
    this.exchange.forget(this.battle, new MusterError({ code: 'history_restored', message: "the server went back to an older copy of this battle" }));
    this.closeRequests(() => true);
    this.emitter.emit('restored', undefined);
    return true;
  }

  following(message: JsonObject): void {
    const header = withoutType(message) as Following;
    // Then the server sends all of it: the generation that it was told was another.
    if (this.generation && header.generation && header.generation !== this.generation) this.startOver();
    this.generation = header.generation;
    this.header = header;
    this.behind = true;
    clearTimeout(this.confirming);
    this.unconfirmed = new Set(this.requests.map((request) => request.decision));
    this.settleReady.resolve(header);
    this.emitter.emit('following', header);
    this.lookWhetherCaughtUp();
  }

  hear(message: JsonObject): void {
    switch (message['type']) {
      case 'event':
        return this.happened(message as BattleEvent);
      case 'request': {
        const request = withoutType(message) as DecisionRequest;
        this.unconfirmed.delete(request.decision);
        const others = this.requests.filter(({ decision }) => decision !== request.decision);
        return this.setRequests([...others, request].sort((a, b) => a.decision - b.decision));
      }
      case 'request_closed':
        return this.closeRequests((decision) => decision === message['decision']);
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

  refused(refusal: Refusal): void {
    const error = new MusterError(refusal);
    this.end(error);
    this.emitter.emit('error', error);
  }

  private end(why: MusterError): void {
    clearTimeout(this.confirming);
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

  // The server tells a seat's sealed choice to its other connections; this one knows it by itself.
  private setPending(decision: number, choice: JsonObject | 'default' | null): void {
    const request = this.requests.find((open) => open.decision === decision);
    if (!request?.sealed) return;
    const { pending: _former, ...open } = request;
    const now = choice === null ? open : { ...open, pending: choice === 'default' ? open.default : choice };
    this.setRequests(this.requests.map((each) => (each === request ? now : each)));
  }

  private setRequests(requests: DecisionRequest[]): void {
    this.requests = requests;
    this.emitter.emit('requests', requests);
  }
}

function ordersOf({ orders, preview }: JsonObject): StandingOrders {
  return { orders, preview } as StandingOrders;
}

function withoutType({ type: _type, id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

// Nobody, the server's operator included, can know the dice before both seats have brought theirs.
/** 32 hex digits. */
export function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** For a seat that is not given by the server but taken: with take(), or in a rematch. */
export function randomToken(): string {
  return `t${randomNonce()}`;
}
