import { Emitter } from './emitter.js';
import { MusterError, unreachable } from './errors.js';
import type { Exchange, Follower } from './exchange.js';
import type { BattleEvent, DecisionRequest, Following, JsonObject, Presence, Refusal } from './types.js';

export interface FollowOptions {
  /** Of a seat; without one you look on. */
  token?: string;
  /** The last event you have; the feed begins after it. */
  since?: number;
  /** How you want to be called. */
  name?: string;
  /** 16 to 64 hex digits that enter the dice when the seat is taken; random unless given. */
  nonce?: string;
}

export interface FeedEvents {
  /** Whenever the server lets it follow: at first, and after every break. */
  following: Following;
  event: BattleEvent;
  /** All that had happened when it began to follow is in. */
  caught_up: void;
  requests: DecisionRequest[];
  presence: Presence;
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
  /** Open decisions of one's own seat. */
  requests: DecisionRequest[] = [];
  presence: Presence | null = null;
  /** Rejects with a MusterError if it may not be followed. */
  readonly ready: Promise<Following>;

  private readonly who: { token: string | undefined; name: string | undefined; nonce: string | undefined };
  private readonly emitter = new Emitter<FeedEvents>();
  private settleReady!: { resolve(header: Following): void; reject(error: MusterError): void };
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
    this.who = { name: options.name, token: options.token, nonce: options.token && (options.nonce ?? randomNonce()) };
    this.ready = new Promise((resolve, reject) => (this.settleReady = { resolve, reject }));
    this.ready.catch(() => {}); // who does not wait for it hears 'error'
  }

  on<Name extends keyof FeedEvents>(name: Name, handler: (value: FeedEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  // ---- what one can do; each resolves with the number of the event that shows it ----

  choose(decision: number, choice: JsonObject | 'default'): Promise<number> {
    return this.ask({ type: 'choose', decision, choice }, () => this.setPending(decision, choice));
  }
  /** Takes back a sealed choice. */
  retract(decision: number): Promise<number> {
    return this.ask({ type: 'retract', decision }, () => this.setPending(decision, null));
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
  say(text: string): Promise<number> {
    return this.ask({ type: 'say', text });
  }

  /** Ends it: nothing more is heard, what was not answered yet rejects. */
  unfollow(): void {
    this.exchange.remove(this);
    this.end(unreachable('this battle is not followed any more'));
  }

  private ask(message: JsonObject, accepted = () => {}): Promise<number> {
    const { battle } = this;
    const answered = this.ended ? Promise.reject(this.ended) : this.exchange.ask({ ...message, battle }, { battle });
    const asked = answered.then((answer) => {
      accepted();
      return Number(answer['seq']);
    });
    asked.catch(() => {}); // who does not wait for an answer need not care
    return asked;
  }

  // ---- what the exchange tells ----

  hello(): JsonObject {
    const known = Object.entries(this.who).filter((entry): entry is [string, string] => !!entry[1]);
    return { type: 'follow', battle: this.battle, since: this.head, ...Object.fromEntries(known) };
  }

  following(message: JsonObject): void {
    const header = withoutType(message) as unknown as Following;
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
        return this.happened(message as unknown as BattleEvent);
      case 'request': {
        const request = withoutType(message) as unknown as DecisionRequest;
        this.unconfirmed.delete(request.decision);
        const others = this.requests.filter(({ decision }) => decision !== request.decision);
        return this.setRequests([...others, request].sort((a, b) => a.decision - b.decision));
      }
      case 'request_closed':
        return this.closeRequests((decision) => decision === message['decision']);
      case 'presence':
        this.presence = withoutType(message) as unknown as Presence;
        return this.emitter.emit('presence', this.presence);
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
    this.left();
  }

  private happened({ seq, at, event, data }: BattleEvent): void {
    if (seq <= this.head) return;
    if (seq !== this.head + 1) return this.exchange.reopen();
    const happened = { seq, at, event, data };
    this.head = seq;
    this.events.push(happened);
    this.emitter.emit('event', happened);
    if (event === 'chosen') this.closeRequests((decision) => decision === data['decision']);
    if (event === 'battle_ended') this.closeRequests(() => true);
    this.lookWhetherCaughtUp();
  }

  private lookWhetherCaughtUp(): void {
    if (!this.behind || this.head < (this.header?.head ?? 0)) return;
    this.behind = false;
    if (this.unconfirmed.size > 0) {
      this.confirming = setTimeout(() => this.closeRequests((decision) => this.unconfirmed.has(decision)), confirmedWithin);
    }
    this.emitter.emit('caught_up', undefined);
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

function withoutType({ type: _type, id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

// Nobody, the server's operator included, can know the dice before both seats have brought theirs.
function randomNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
