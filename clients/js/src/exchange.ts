// Questions and answers over one connection, and the battles followed on it. What nobody has answered when the connection
// breaks is asked again with the same id, which the server recognises: nothing is done twice.

import { Connection, type ConnectionListener, type ConnectionStatus, type WebSocketConstructor } from './connection.js';
import { MusterError, unreachable } from './errors.js';
import type { Code, JsonObject, Refusal } from './types.js';

/** A battle followed over the connection. */
export interface Follower {
  readonly battle: string;
  /** The `follow` message that goes on where it has got to; null: it has to look first, and then asks to be greeted. */
  hello(): JsonObject | null;
  /** It was not let in, and asks to be greeted once more when it has done something about that. */
  mends(refusal: Refusal): boolean;
  /** Its history is not the server's; whether it can follow anew from the beginning. */
  startOver(): boolean;
  following(message: JsonObject): void;
  hear(message: JsonObject): void;
  /** What its seat asked was not refused: heard at once, in the order in which things came, and before whoever asked hears it. */
  answered(message: JsonObject): void;
  /** The server does not let it follow; it has been taken off. */
  refused(refusal: Refusal): void;
}

export interface ExchangeListener {
  statusChanged(status: ConnectionStatus): void;
  notice(message: JsonObject): void;
}

interface Place {
  follower: Follower;
  helloId: string;
  follows: boolean;
  patience: Patience;
}

interface Question {
  text: string;
  battle: string | undefined;
  once: boolean;
  sent: boolean;
  patience: Patience;
  resolve(answer: JsonObject): void;
  reject(error: unknown): void;
}

const messageBytesMax = 64 * 1024;
const tooBig = 1009;

export class Exchange implements ConnectionListener {
  private readonly connection: Connection;
  private readonly places = new Map<string, Place>();
  private readonly questions = new Map<string, Question>();
  // Unlike any other start of any program: the server remembers a seat's ids.
  private readonly prefix = Math.random().toString(36).slice(2, 10) + Date.now().toString(36) + '-';
  private counter = 0;

  constructor(url: string, WebSocket: WebSocketConstructor, private readonly listener: ExchangeListener) {
    this.connection = new Connection(url, WebSocket, this);
  }

  get status(): ConnectionStatus {
    return this.connection.status;
  }
  get trouble(): string {
    return this.connection.trouble;
  }
  get followed(): number {
    return this.places.size;
  }
  follows(battle: string): boolean {
    return this.places.has(battle);
  }

  /** Asks until there is an answer. `once`: a message that the server would not recognise if it came again. */
  ask(message: JsonObject, options: { battle?: string; once?: boolean; signal?: AbortSignal | undefined } = {}): Promise<JsonObject> {
    const id = this.nextId();
    const text = JSON.stringify({ ...message, id });
    const asked = new Promise<JsonObject>((resolve, reject) => {
      if (new TextEncoder().encode(text).length > messageBytesMax) return reject(tooLarge());
      const { battle, once = false, signal } = options;
      if (signal?.aborted) return reject(signal.reason);
      this.questions.set(id, { text, battle, once, sent: false, patience: new Patience(), resolve, reject });
      this.connection.want();
      this.sendDue();
    });
    whenAborted(options.signal, asked, () => this.giveUp((_question, each) => each === id, options.signal?.reason));
    asked.catch(() => {}); // who does not wait for an answer need not care
    return asked;
  }

  /** Opens the connection ahead of what will be asked. */
  connect(): void {
    this.connection.want();
  }

  add(follower: Follower): void {
    this.places.set(follower.battle, { follower, helloId: '', follows: false, patience: new Patience() });
    this.connection.want();
    this.hello(follower.battle);
  }

  /** Says hello for a follower that was not ready before. */
  greet(follower: Follower): void {
    if (this.places.get(follower.battle)?.follower === follower) this.hello(follower.battle);
  }

  remove(follower: Follower): void {
    if (this.places.get(follower.battle)?.follower !== follower) return;
    this.take(follower.battle, unreachable('this battle is not followed any more'));
    this.connection.send(JSON.stringify({ type: 'unfollow', battle: follower.battle }));
  }

  /** What was said to a battle and nobody has answered must not be said to it again. */
  forget(battle: string, why: MusterError): void {
    this.giveUp((question) => question.battle === battle, why);
  }

  /** Something is missing: the connection is made anew. */
  reopen(): void {
    this.connection.reopen();
  }

  close(): void {
    for (const { follower, patience } of this.places.values()) {
      patience.stop();
      follower.refused(unreachable('the connection was closed').refusal);
    }
    this.places.clear();
    this.giveUp(() => true, unreachable('the connection was closed'));
    this.connection.close();
  }

  // ---- the connection ----

  opened(): void {
    for (const battle of this.places.keys()) this.hello(battle);
    this.sendDue();
  }

  lost(closeCode: number): void {
    if (closeCode === tooBig) this.giveUp((question) => question.sent, tooLarge());
    this.giveUp(
      (question) => question.once && question.sent,
      unreachable('the connection broke before the server answered; perhaps it did what was asked, perhaps not'),
    );
    for (const place of this.places.values()) {
      place.follows = false;
      place.patience.stop();
    }
    for (const question of this.questions.values()) {
      question.sent = false;
      question.patience.stop();
    }
    if (this.places.size === 0 && this.questions.size === 0) this.connection.close();
  }

  statusChanged(status: ConnectionStatus): void {
    this.listener.statusChanged(status);
  }

  received(message: JsonObject): void {
    const id = message['id'];
    const question = typeof id === 'string' ? this.questions.get(id) : undefined;
    if (question) return this.answered(id as string, question, message);
    if (message['type'] === 'notice') return this.listener.notice(message);
    if (id !== undefined) {
      const greeting = [...this.places.values()].find((place) => place.helloId === id);
      return greeting && this.greeted(greeting, message);
    }
    const place = this.places.get(String(message['battle']));
    if (!place?.follows) return; // it is still meant for who followed before
    if (message['type'] === 'unfollowed') this.putOut(place, { code: 'seat_handed_over', message: String(message['message']) });
    else place.follower.hear(message);
  }

  // ---- what is due ----

  private nextId(): string {
    return this.prefix + ++this.counter;
  }

  private hello(battle: string): void {
    const place = this.places.get(battle);
    if (!place || this.status !== 'open') return;
    const message = place.follower.hello();
    if (!message) return;
    place.helloId = this.nextId();
    this.connection.send(JSON.stringify({ ...message, id: place.helloId }));
  }

  // A seat's messages wait until the connection follows for that seat: the server knows by it whose they are.
  private sendDue(): void {
    for (const question of this.questions.values()) {
      if (question.sent || question.patience.waits) continue;
      if (question.battle !== undefined && !this.places.get(question.battle)?.follows) continue;
      question.sent = this.connection.send(question.text);
    }
  }

  private greeted(place: Place, message: JsonObject): void {
    const { follower } = place;
    if (message['type'] === 'following') {
      place.follows = true;
      place.patience.reset();
      this.connection.settled();
      follower.following(message);
      return this.sendDue();
    }
    const refusal = refusalOf(message);
    if (asksPatience(refusal.code) || refusal.code === 'internal') return place.patience.wait(() => this.hello(follower.battle));
    if (refusal.code === 'bad_message' && refusal.path === '/since' && follower.startOver()) return this.hello(follower.battle);
    if (follower.mends(refusal)) return;
    this.putOut(place, refusal);
  }

  private putOut({ follower }: Place, refusal: Refusal): void {
    this.take(follower.battle, new MusterError(refusal));
    follower.refused(refusal);
  }

  private answered(id: string, question: Question, message: JsonObject): void {
    const refused = message['type'] === 'rejected' || message['type'] === 'error';
    const refusal = refusalOf(message);
    if (refused && asksPatience(refusal.code)) {
      return question.patience.wait(() => {
        question.sent = false;
        this.sendDue();
      });
    }
    this.connection.settled();
    this.questions.delete(id);
    if (refused) return question.reject(new MusterError(refusal));
    if (question.battle !== undefined) this.places.get(question.battle)?.follower.answered(message);
    question.resolve(message);
  }

  private take(battle: string, why: MusterError): void {
    this.places.get(battle)?.patience.stop();
    this.places.delete(battle);
    this.giveUp((question) => question.battle === battle, why);
  }

  private giveUp(which: (question: Question, id: string) => boolean, why: unknown): void {
    for (const [id, question] of this.questions) {
      if (!which(question, id)) continue;
      this.questions.delete(id);
      question.patience.stop();
      question.reject(why);
    }
  }
}

/** How long to wait when the server says that it has too much to do. */
class Patience {
  private delay = 500;
  private timer: ReturnType<typeof setTimeout> | undefined;

  get waits(): boolean {
    return this.timer !== undefined;
  }
  wait(then: () => void): void {
    this.stop();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      then();
    }, this.delay * (1 + Math.random() / 2));
    this.delay = Math.min(this.delay * 2, 10_000);
  }
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
  reset(): void {
    this.delay = 500;
  }
}

/** Does something when the signal says so, unless `settled` is by then. */
function whenAborted(signal: AbortSignal | undefined, settled: Promise<unknown>, act: () => void): void {
  if (!signal) return;
  signal.addEventListener('abort', act, { once: true });
  const forget = () => signal.removeEventListener('abort', act);
  settled.then(forget, forget);
}

export function asksPatience(code: Code): boolean {
  return code === 'server_busy' || code === 'rate_limited';
}

export function refusalOf(message: JsonObject): Refusal {
  const text = (key: string) => (typeof message[key] === 'string' ? (message[key] as string) : undefined);
  const path = text('path');
  const code = (text('code') ?? 'internal') as Code;
  return { code, message: text('message') ?? code, ...(path ? { path } : {}) };
}

function tooLarge(): MusterError {
  return new MusterError({ code: 'too_large', message: 'a message may have at most 64 KiB' });
}
