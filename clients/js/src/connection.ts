// One WebSocket that comes back by itself for as long as somebody wants it. It knows no messages but ping.

import type { JsonObject } from './types.js';

/** What is used of a WebSocket; the browser's and the package ws have it. */
export interface WebSocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
}
export type WebSocketConstructor = new (url: string, protocol: string) => WebSocketLike;

/** `connecting` also while nobody has wanted a connection yet; `waiting`: it broke and is tried again. */
export type ConnectionStatus = 'connecting' | 'open' | 'waiting';

export interface ConnectionListener {
  opened(): void;
  received(message: JsonObject): void;
  lost(closeCode: number): void;
  statusChanged(status: ConnectionStatus): void;
}

const firstDelay = 250;
const longestDelay = 30_000;
const floodDelay = 5_000;
const connectTimeout = 15_000;
const quietAfter = 25_000; // then a ping asks whether anybody is there
const answerWithin = 10_000;
const hurriedAnswerWithin = 4_000; // when the device says that something changed

const tooManyMessages = 4009;
const readyToSend = 1; // WebSocket.OPEN

type Timer = ReturnType<typeof setTimeout>;

export class Connection {
  status: ConnectionStatus = 'connecting';
  /** What the last try broke with, as far as it says so: pages are never told. */
  trouble = '';
  private socket: WebSocketLike | null = null;
  private wanted = false;
  private delay = firstDelay;
  private retry: Timer | undefined;
  private watch: Timer | undefined;
  private probing = false;

  constructor(
    private readonly url: string,
    private readonly WebSocket: WebSocketConstructor,
    private readonly listener: ConnectionListener,
  ) {}

  /** Opens it unless it is open, on its way, or waiting for its next try. */
  want(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.listenToDevice(true);
    this.connect();
  }

  /** Nobody needs it any more: closed, and not tried again until want(). */
  close(): void {
    if (!this.wanted) return;
    this.wanted = false;
    this.listenToDevice(false);
    clearTimeout(this.retry);
    this.drop(1000);
    this.setStatus('connecting');
  }

  /** Sends now or not at all: who asks sends again when the connection is back. By the socket's own state: one that closes is `open` here until it has closed, and loses what it is given. */
  send(text: string): boolean {
    if (this.socket?.readyState !== readyToSend) return false;
    this.socket.send(text);
    return true;
  }

  /** The server answers as it should: after the next break the first try may be quick again. */
  settled(): void {
    this.delay = firstDelay;
  }

  /** Breaks the connection and makes a new one. */
  reopen(): void {
    if (this.socket) this.broken(1000);
  }

  private connect(): void {
    clearTimeout(this.retry);
    this.setStatus('connecting');
    this.trouble = '';
    const socket = (this.socket = new this.WebSocket(this.url, 'muster.v1'));
    this.expect(connectTimeout);
    socket.onopen = () => {
      this.heard();
      this.setStatus('open');
      this.listener.opened();
    };
    socket.onmessage = (event) => {
      this.heard();
      const message = parse(event.data);
      if (message && message['type'] !== 'pong') this.listener.received(message);
    };
    socket.onclose = (event) => this.broken(typeof event?.code === 'number' ? event.code : 1006);
    socket.onerror = (event) => (this.trouble = event?.message ?? ''); // a close follows
  }

  private broken(closeCode: number): void {
    this.drop(1000);
    this.listener.lost(closeCode);
    if (this.wanted) this.waitAndRetry(closeCode === tooManyMessages ? floodDelay : 0);
  }

  private drop(closeCode: number): void {
    clearTimeout(this.watch);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null; // what it still says is not ours any more
    try {
      socket.close(closeCode);
    } catch {
      // ws throws when it is closed while connecting; it is gone either way
    }
  }

  // Doubling up to 30 s, from half of it to all of it by chance: a restarted server is not met by everybody at once.
  private waitAndRetry(atLeast: number): void {
    clearTimeout(this.retry);
    const wait = Math.max(atLeast, this.delay * (0.5 + Math.random() / 2));
    this.delay = Math.min(this.delay * 2, longestDelay);
    this.retry = setTimeout(() => this.connect(), wait);
    this.setStatus('waiting');
  }

  private setStatus(status: ConnectionStatus): void {
    if (this.status === status) return;
    this.status = status;
    this.listener.statusChanged(status);
  }

  // ---- is anybody there? ----

  private heard(): void {
    this.probing = false;
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.probe(answerWithin), quietAfter);
  }

  private probe(within: number): void {
    if (this.status !== 'open' || this.probing) return;
    this.probing = true;
    this.send('{"type":"ping"}');
    this.expect(within);
  }

  private expect(within: number): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.broken(1006), within);
  }

  // ---- what the device says of itself; only in pages ----

  private readonly deviceChanged = (): void => {
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
    if (this.status === 'waiting') this.connect();
    else this.probe(hurriedAnswerWithin);
  };

  private readonly deviceOffline = (): void => this.probe(hurriedAnswerWithin);

  private listenToDevice(listen: boolean): void {
    const change = listen ? 'addEventListener' : 'removeEventListener';
    if (typeof window !== 'undefined') {
      window[change]?.('online', this.deviceChanged);
      window[change]?.('offline', this.deviceOffline);
    }
    if (typeof document !== 'undefined') document[change]?.('visibilitychange', this.deviceChanged);
  }
}

function parse(data: unknown): JsonObject | null {
  if (typeof data !== 'string') return null;
  try {
    const json: unknown = JSON.parse(data);
    return typeof json === 'object' && json && !Array.isArray(json) ? (json as JsonObject) : null;
  } catch {
    return null;
  }
}
