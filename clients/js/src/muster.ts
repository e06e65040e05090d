import type { ConnectionStatus, WebSocketConstructor } from './connection.js';
import { Emitter } from './emitter.js';
import { Exchange } from './exchange.js';
import { MusterError } from './errors.js';
import { Feed } from './feed.js';
import type { FollowOptions } from './feed_events.js';
import { askHttp, type HttpQuestion } from './http.js';
import { sharesDice } from './dice_of.js';
import { MemoryKeeping, nonceFor, type Keeping, type Place } from './keeping.js';
import { serverAddress } from './mine.js';
import { randomToken } from './random.js';
import type { Ask, Looked } from './sitting.js';
import type {
  Abortable, Audit, AuditQuestion, BattleList, BattleRecord, Catalog, Created, CreateQuestion, DiceOf, JsonObject, ListQuestion, Notice, NudgeOffer, Odds, OddsQuestion, RulesetDescription, Summary, TakenSeat, TakeOptions, WitnessOption,
} from './types.js';

export interface MusterOptions {
  WebSocket?: WebSocketConstructor;
  fetch?: typeof fetch;
  /** Where what is kept of one's seats is kept; in memory unless it is given. */
  keeping?: Keeping;
}

export interface MusterEvents {
  status: ConnectionStatus;
  notice: Notice;
}

function queryOf(question: object): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(question)) if (value !== undefined && value !== '') query.set(key, String(value));
  const text = query.toString();
  return text && `?${text}`;
}

const followedMax = 64; // by one connection

// Where dice are shared one names one's seat and brings a ladder for it.
function asksForLadder(error: unknown): boolean {
  return error instanceof MusterError && error.refusal.code === 'bad_message' && ['/ladder', '/seat'].includes(error.refusal.path ?? '');
}

/** A Muster server: its catalog and archive by HTTP, its battles over one WebSocket that is opened when first needed. */
export class Muster {
  private readonly emitter = new Emitter<MusterEvents>();
  private readonly main: Exchange;
  private readonly others = new Set<Exchange>();
  /** The server's address as it is kept, without a slash at its end. */
  readonly address: string;
  private readonly keeping: Keeping;

  constructor(
    readonly server: string,
    private readonly options: MusterOptions = {},
  ) {
    this.address = serverAddress(server);
    this.keeping = options.keeping ?? new MemoryKeeping();
    this.main = this.newExchange(true);
  }

  /** Of the one WebSocket. */
  get status(): ConnectionStatus {
    return this.main.status;
  }

  /** Why there was no connection at the last try, in words such as "connect ECONNREFUSED 127.0.0.1:8080"; empty where that is not told, as in pages. */
  get trouble(): string {
    return this.main.trouble;
  }

  on<Name extends keyof MusterEvents>(name: Name, handler: (value: MusterEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  /** Ends every feed and the connection; whatever is asked later opens a new one. */
  close(): void {
    for (const exchange of [this.main, ...this.others]) exchange.close();
    this.others.clear();
  }

  // ---- by HTTP ----

  async rulesets(): Promise<Catalog[]> {
    return (await this.http<{ rulesets: Catalog[] }>('/rulesets')).rulesets;
  }
  ruleset(id: string): Promise<Catalog> {
    return this.http(`/rulesets/${encodeURIComponent(id)}`);
  }
  /** How battles of a ruleset are told and shown, and its texts in a language, by its code; servers of an earlier time have none. */
  description(ruleset: string, language = 'en'): Promise<RulesetDescription> {
    return this.http(`/rulesets/${encodeURIComponent(ruleset)}/description${queryOf({ language })}`);
  }
  battles(question: ListQuestion, { signal }: Abortable = {}): Promise<BattleList> {
    return this.http(`/battles${queryOf(question)}`, { signal });
  }
  audit(question: AuditQuestion = {}, { signal }: Abortable = {}): Promise<Audit> {
    return this.http(`/audit${queryOf(question)}`, { signal });
  }
  battle(id: string): Promise<Summary> {
    return this.http(`/battles/${encodeURIComponent(id)}`);
  }
  record(id: string, token?: string, { signal }: Abortable = {}): Promise<BattleRecord> {
    return this.http(`/battles/${encodeURIComponent(id)}/record`, { token, signal });
  }
  odds(question: OddsQuestion, token?: string, { signal }: Abortable = {}): Promise<Odds> {
    return this.http('/odds', { token, body: question, signal });
  }

  nudges(): Promise<NudgeOffer> {
    return this.http('/nudges');
  }

  /** Those that battles can have here now: with witnessed dice, or beside shared ones. */
  async witnesses(): Promise<WitnessOption[]> {
    return (await this.http<{ witnesses: WitnessOption[] }>('/witnesses')).witnesses;
  }

  /** How a battle begins, to whoever has the token of a seat, before he sits down: of a private one nothing else tells it. */
  async look(battle: string, token?: string): Promise<Looked> {
    const { look } = await import('./sitting.js');
    return look(this.ask, battle, token);
  }

  // ---- over the WebSocket ----

  /** Opens the connection before anything is asked, so that what is asked first waits less. */
  connect(): void {
    this.main.connect();
  }

  /**
   * Is not asked again when the connection breaks before the answer: that could make two battles. Nor can a signal take back what was sent
   * already: perhaps there is a battle then, of which nobody has the tokens.
   */
  create(question: CreateQuestion, { signal }: Abortable = {}): Promise<Created> {
    const asked = this.main
      .ask({ type: 'create', ...question }, { once: true, signal })
      .then(({ battle, seats }) => ({ battle, seats }) as Created);
    asked.catch(() => {}); // who does not wait for the answer need not care
    return asked;
  }

  /**
   * Sits down on a seat that is open to anybody. Its token and what it brings to the dice are drawn here and kept before it is asked: whoever asks again, since
   * the connection broke before the answer or he was refused, does so with the same, and it is one seat. A token that is given is drawn already (randomToken).
   */
  async take(battle: string, { seat = '', name, token, nonce, dice }: TakeOptions = {}): Promise<TakenSeat> {
    const { address: server, keeping } = this;
    const open = { server, battle, seat, taking: true } as const;
    const place = { ...open, token: token ?? keeping.taking(open)?.token ?? randomToken() };
    const brought = nonceFor(keeping, place, nonce);
    const wishes = { ...(seat ? { seat } : {}), ...(name ? { name } : {}) };
    const ask = (more: JsonObject = {}) => this.main.ask({ type: 'take', battle, token: place.token, nonce: brought, ...wishes, ...more });
    const taken = await (dice ? ask(await this.ladderToTake(battle, place, dice)) : ask().catch(async (error: unknown) => {
      if (!asksForLadder(error)) throw error;
      return ask(await this.ladderToTake(battle, place));
    }));
    const given = { battle, seat: String(taken['seat']), token: String(taken['token']) };
    const { taking: _taking, ...kept } = keeping.seat(place) ?? place;
    keeping.keep({ ...kept, ...given });
    return given;
  }

  // What one brings to shared dice, for a seat that is named; nothing to others.
  private async ladderToTake(battle: string, place: Place & { seat: string }, dice?: DiceOf): Promise<JsonObject> {
    const { ladderFor, look, openSeat } = await import('./sitting.js');
    const looked = await look(this.ask, battle, undefined, { dice });
    if (!sharesDice(looked.start.options)) return {};
    const seat = place.seat || (await openSeat(this.ask, battle));
    return { seat, ...(await ladderFor(this.keeping, place, { ...looked, seat })) };
  }

  follow(battle: string, options: FollowOptions = {}): Feed {
    const exchange = this.exchangeFor(battle);
    const abort = () => feed.unfollow();
    const left = () => {
      options.signal?.removeEventListener('abort', abort);
      this.closeIfUnused(exchange);
    };
    const { address: server, keeping } = this;
    const { token } = options;
    const who = token ? { ...options, nonce: nonceFor(keeping, { server, battle, token }, options.nonce) } : options;
    const feed = new Feed(battle, exchange, left, { server, keeping, http: this.ask }, who);
    exchange.add(feed);
    if (options.signal?.aborted) feed.unfollow();
    else options.signal?.addEventListener('abort', abort);
    return feed;
  }

  // The server knows one viewer for each connection and battle: both seats of a battle, or a battle followed twice, need two.
  private exchangeFor(battle: string): Exchange {
    for (const exchange of [this.main, ...this.others]) {
      if (!exchange.follows(battle) && exchange.followed < followedMax) return exchange;
    }
    const another = this.newExchange(false);
    this.others.add(another);
    return another;
  }

  private closeIfUnused(exchange: Exchange): void {
    if (exchange.followed === 0 && this.others.delete(exchange)) exchange.close();
  }

  private newExchange(main: boolean): Exchange {
    const WebSocket = this.options.WebSocket ?? globalThis.WebSocket;
    if (!WebSocket) throw new TypeError("there is no WebSocket here; in Node import 'muster-client/node'");
    return new Exchange(`${this.address.replace(/^http/, 'ws')}/ws`, WebSocket, {
      statusChanged: (status) => main && this.emitter.emit('status', status),
      notice: ({ notice, message, battle }) => {
        const about = battle === undefined ? {} : { battle: String(battle) };
        if (main || battle !== undefined) this.emitter.emit('notice', { notice: String(notice), message: String(message), ...about });
      },
    });
  }

  /** Asks for what lies at an address below /api/v1 and has no method of its own. A `body` is posted, perhaps twice. */
  readonly ask: Ask = (path, token, body) => this.http(path, { token, body });

  private async http<T>(path: string, question?: HttpQuestion): Promise<T> {
    const { fetch: given } = this.options;
    const fetcher: typeof fetch = (input, init) => (given ?? globalThis.fetch)(input, init);
    return (await askHttp(fetcher, `${this.address}/api/v1${path}`, question)) as T;
  }
}
