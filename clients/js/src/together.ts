// Looking back together: a room on a battle that is over (protocol/README.md, "Together."). A module of its own, with a connection of its own: whoever is in
// a room is a connection.
import { Connection, type ConnectionStatus, type WebSocketConstructor } from './connection.js';
import { Emitter } from './emitter.js';
import { MusterError, unreachable } from './errors.js';
import { randomToken } from './random.js';
import type { JsonObject, Refusal } from './types.js';

export type TogetherMember = {
  member: number;
  name: string;
  /** false: it has lost its connection, and may come back */
  here: boolean;
  /** where it points, as its client says it; missing: nowhere */
  at?: string;
};

export type TogetherLine = {
  member: number;
  name: string;
  text: string;
  at: string;
};

export interface TogetherOptions {
  /** Left out: a new one is opened. */
  room?: string;
  /** By which one is the same member when one comes again; drawn unless it is given. Keep it beside the room. */
  key?: string;
  name?: string;
  /** Of a seat; a private battle's room needs one. */
  token?: string;
  WebSocket?: WebSocketConstructor;
}

export interface TogetherEvents {
  /** Who is there, who leads, what was said, how the connection stands: anything but what follows. */
  changed: void;
  /** Everybody is to look at `where`; `member` is null for what had been shown before one came. */
  led: { where: string; member: number | null };
  pointed: { member: number; at: string };
  /** It is over for one: refused, ended, or there from somewhere else. Nothing more comes. */
  ended: MusterError;
}

/** `coming`: on the way into the room, or back. */
export type TogetherState = 'coming' | 'in' | 'ended';

const again = ['server_busy', 'rate_limited'];
const firstPause = 500;
const longestPause = 8_000;
const linesMax = 50;
const oneAtATime = 'together';

/** The moment after event `seq`, as `where` says it. */
export function whereOf(seq: number): string {
  return `at=${seq}`;
}
/** The other way round; null: it says no such thing. What else it says is kept for who understands it. */
export function momentOf(where: string): number | null {
  const at = new URLSearchParams(where).get('at');
  return at !== null && /^\d{1,9}$/.test(at) ? Number(at) : null;
}

/** One's place in a room. It comes back by itself after every break, as the same member. */
export class Together {
  state: TogetherState = 'coming';
  room: string;
  readonly key: string;
  /** One's own number; 0: one was never in. */
  you = 0;
  leader = 0;
  /** Everybody may lead. */
  everybody = false;
  members: readonly TogetherMember[] = [];
  lines: readonly TogetherLine[] = [];
  /** What was shown last; empty: nothing yet. */
  where = '';
  until = '';
  /** Why the last thing that was said was refused; of those that are of no further use nothing is told. */
  refusal: Refusal | null = null;
  private readonly emitter = new Emitter<TogetherEvents>();
  private readonly connection: Connection;
  private pause = firstPause;
  private retry: ReturnType<typeof setTimeout> | undefined;

  /** Comes in at once. `server`: its address. */
  constructor(
    server: string,
    readonly battle: string,
    private readonly options: TogetherOptions = {},
  ) {
    const WebSocket = options.WebSocket ?? globalThis.WebSocket;
    if (!WebSocket) throw new TypeError("there is no WebSocket here; give one");
    this.room = options.room ?? '';
    this.key = options.key ?? randomToken();
    this.connection = new Connection(`${server.replace(/\/$/, '').replace(/^http/, 'ws')}/ws`, WebSocket, {
      opened: () => this.meet(),
      received: (message) => this.hear(message),
      lost: () => this.isAway(),
      statusChanged: () => this.emitter.emit('changed', undefined),
    });
    this.connection.want();
  }

  on<Name extends keyof TogetherEvents>(name: Name, handler: (value: TogetherEvents[Name]) => void): () => void {
    return this.emitter.on(name, handler);
  }

  get status(): ConnectionStatus {
    return this.connection.status;
  }
  get leads(): boolean {
    return this.state === 'in' && (this.everybody || this.leader === this.you);
  }

  /** What is said while there is no connection is lost; false says so. */
  lead(where: string): boolean {
    return this.say({ type: 'lead', where });
  }
  /** Empty: nowhere any more. */
  point(at: string): boolean {
    return this.say({ type: 'point', ...(at ? { at } : {}) });
  }
  remark(text: string): boolean {
    return this.say({ type: 'remark', text });
  }
  giveLead(change: { to?: number; everybody?: boolean }): boolean {
    return this.say({ type: 'give_lead', ...change });
  }
  /** For good. */
  part(): void {
    this.say({ type: 'part' });
    this.end(unreachable('this room was left'));
  }
  /** The page goes: whoever comes again with the key is the same member. */
  close(): void {
    this.state = 'ended';
    clearTimeout(this.retry);
    this.connection.close();
  }

  private say(message: JsonObject): boolean {
    return this.state === 'in' && this.connection.send(JSON.stringify({ ...message, battle: this.battle, room: this.room }));
  }

  private meet(): void {
    const { name, token } = this.options;
    const known = Object.entries({ room: this.room, name, token }).filter((entry): entry is [string, string] => !!entry[1]);
    this.connection.send(JSON.stringify({ type: 'meet', id: oneAtATime, battle: this.battle, key: this.key, ...Object.fromEntries(known) }));
  }

  private isAway(): void {
    clearTimeout(this.retry);
    if (this.state === 'in') this.state = 'coming';
    this.emitter.emit('changed', undefined);
  }

  private hear(message: JsonObject): void {
    if (message['type'] === 'rejected' || message['type'] === 'error') return this.hearRefusal(message);
    if (message['battle'] !== this.battle || (this.room && message['room'] !== this.room)) return;
    switch (message['type']) {
      case 'meeting':
        return this.cameIn(message);
      case 'led':
        this.where = String(message['where']);
        return this.emitter.emit('led', { where: this.where, member: Number(message['member']) });
      case 'pointed':
        return this.hearPointed(Number(message['member']), String(message['at']));
      case 'remarked':
        this.lines = [...this.lines, message['line'] as TogetherLine].slice(-linesMax);
        return this.emitter.emit('changed', undefined);
      case 'company':
        this.company(message);
        return this.emitter.emit('changed', undefined);
      case 'parted':
        return this.hearParted(message);
    }
  }

  private company(message: JsonObject): void {
    this.leader = Number(message['leader']);
    this.everybody = message['everybody'] === true;
    this.members = message['members'] as TogetherMember[];
  }

  private cameIn(message: JsonObject): void {
    const isNew = this.where !== message['where'];
    this.state = 'in';
    this.room = String(message['room']);
    this.you = Number(message['you']);
    this.where = String(message['where']);
    this.until = String(message['until']);
    this.lines = message['lines'] as TogetherLine[];
    this.refusal = null;
    this.pause = firstPause;
    this.company(message);
    this.connection.settled();
    this.emitter.emit('changed', undefined);
    if (isNew && this.where) this.emitter.emit('led', { where: this.where, member: null });
  }

  private hearPointed(member: number, at: string): void {
    this.members = this.members.map((each) => (each.member === member ? { ...each, at } : each));
    this.emitter.emit('pointed', { member, at });
  }

  // Over, or the way to it was lost: then one comes again.
  private hearParted(message: JsonObject): void {
    const words = String(message['message'] ?? '');
    if (message['why'] === 'over') return this.end(new MusterError({ code: 'unknown_battle', message: words, path: '/room' }));
    if (message['why'] !== 'lost') return this.end(unreachable(words));
    this.isAway();
    this.comeAgain();
  }

  private hearRefusal(message: JsonObject): void {
    const refusal = { code: String(message['code']), message: String(message['message']), ...(message['path'] ? { path: String(message['path']) } : {}) } as Refusal;
    if (message['id'] === oneAtATime && this.state !== 'in') {
      if (again.includes(refusal.code)) {
        this.refusal = refusal;
        this.emitter.emit('changed', undefined);
        return this.comeAgain();
      }
      return this.end(new MusterError(refusal));
    }
    this.refusal = refusal;
    this.emitter.emit('changed', undefined);
  }

  private comeAgain(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.state === 'coming' && this.meet(), this.pause);
    this.pause = Math.min(this.pause * 2, longestPause);
  }

  private end(why: MusterError): void {
    if (this.state === 'ended') return;
    this.close();
    this.emitter.emit('changed', undefined);
    this.emitter.emit('ended', why);
  }
}
