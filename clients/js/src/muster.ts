import type { ConnectionStatus, WebSocketConstructor } from './connection.js';
import { Emitter } from './emitter.js';
import { Exchange } from './exchange.js';
import { Feed, type FollowOptions, randomNonce, randomToken } from './feed.js';
import { askHttp, type HttpQuestion } from './http.js';
import type {
  Abortable, BattleList, BattleRecord, Catalog, Created, CreateQuestion, ListQuestion, Notice, NudgeOffer, Odds, OddsQuestion, Summary, TakenSeat, TakeOptions,
} from './types.js';

export interface MusterOptions {
  WebSocket?: WebSocketConstructor;
  fetch?: typeof fetch;
}

export interface MusterEvents {
  status: ConnectionStatus;
  notice: Notice;
}

const followedMax = 64; // by one connection

/** A Muster server: its catalog and archive by HTTP, its battles over one WebSocket that is opened when first needed. */
export class Muster {
  private readonly emitter = new Emitter<MusterEvents>();
  private readonly main: Exchange;
  private readonly others = new Set<Exchange>();
  private readonly base: string;

  constructor(
    readonly server: string,
    private readonly options: MusterOptions = {},
  ) {
    this.base = new URL(server).href.replace(/\/+$/, '');
    this.main = this.newExchange(true);
  }

  /** Of the one WebSocket. */
  get status(): ConnectionStatus {
    return this.main.status;
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
  battles(question: ListQuestion, { signal }: Abortable = {}): Promise<BattleList> {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(question)) if (value !== undefined && value !== '') query.set(key, String(value));
    const text = query.toString();
    return this.http(`/battles${text && '?'}${text}`, { signal });
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
   * Sits down on a seat that is open to anybody. The token is drawn here: when the connection breaks before the answer the same is asked again,
   * and it is one seat. Give one that is kept already (randomToken), and an answer that nobody hears costs none.
   */
  async take(battle: string, { seat, name, token = randomToken(), nonce = randomNonce() }: TakeOptions = {}): Promise<TakenSeat> {
    const wishes = { ...(seat ? { seat } : {}), ...(name ? { name } : {}) };
    const taken = await this.main.ask({ type: 'take', battle, token, nonce, ...wishes });
    return { battle, seat: String(taken['seat']), token: String(taken['token']) };
  }

  follow(battle: string, options: FollowOptions = {}): Feed {
    const exchange = this.exchangeFor(battle);
    const abort = () => feed.unfollow();
    const left = () => {
      options.signal?.removeEventListener('abort', abort);
      this.closeIfUnused(exchange);
    };
    const feed = new Feed(battle, exchange, left, options);
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
    return new Exchange(`${this.base.replace(/^http/, 'ws')}/ws`, WebSocket, {
      statusChanged: (status) => main && this.emitter.emit('status', status),
      notice: ({ notice, message, battle }) => {
        const about = battle === undefined ? {} : { battle: String(battle) };
        if (main || battle !== undefined) this.emitter.emit('notice', { notice: String(notice), message: String(message), ...about });
      },
    });
  }

  private async http<T>(path: string, question?: HttpQuestion): Promise<T> {
    const { fetch: given } = this.options;
    const fetcher: typeof fetch = (input, init) => (given ?? globalThis.fetch)(input, init);
    return (await askHttp(fetcher, `${this.base}/api/v1${path}`, question)) as T;
  }
}
