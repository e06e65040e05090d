// A room in which a battle is looked back at, as the page sees it: the SDK's made reactive, and kept in this tab, so that a reload comes back as the same
// member.
import type { MusterError, Refusal } from 'muster-client';
import { momentOf, Together, type TogetherLine, type TogetherMember, type TogetherState, whereOf } from 'muster-client/together';

import { server } from '../../lib/server';
import type { Company, Led } from '../replay/company';

const kept = 'muster.together';
const keptMax = 20;
const sentEvery = 110; // milliseconds: the server takes ten in a second

interface Kept {
  room: string;
  key: string;
  name: string;
}

function keptRooms(): Kept[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(kept) ?? '[]');
    return Array.isArray(found) ? (found as Kept[]) : [];
  } catch {
    return []; // storage forbidden
  }
}

/** Who this tab is in a room; nobody yet: undefined. */
export const keptIn = (room: string): Kept | undefined => keptRooms().find((each) => each.room === room);

function keep(entry: Kept): void {
  try {
    const others = keptRooms().filter(({ room }) => room !== entry.room);
    sessionStorage.setItem(kept, JSON.stringify([entry, ...others].slice(0, keptMax)));
  } catch {
    // Then whoever reloads comes as somebody new.
  }
}

/** What is said often, at most so often; the last of it always. */
class Paced {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void) | null = null;

  do(what: () => void): void {
    this.waiting = what;
    if (this.timer === undefined) this.next();
  }
  stop(): void {
    clearTimeout(this.timer);
    this.waiting = null;
  }
  private next(): void {
    const what = this.waiting;
    this.waiting = null;
    this.timer = what ? setTimeout(() => this.next(), sentEvery) : undefined;
    what?.();
  }
}

export class Gathering implements Company {
  state = $state<TogetherState>('coming');
  room = $state('');
  you = $state(0);
  leader = $state(0);
  everybody = $state(false);
  members = $state.raw<readonly TogetherMember[]>([]);
  lines = $state.raw<readonly TogetherLine[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  ended = $state.raw<Refusal | null>(null);
  led = $state.raw<Led | null>(null);
  /** Whether this page goes where it is led. */
  follows = $state(true);
  readonly here: readonly TogetherMember[] = $derived(this.members.filter(({ here }) => here));
  readonly leads: boolean = $derived(this.state === 'in' && (this.everybody || this.leader === this.you));
  private readonly together: Together;
  private readonly moves = new Paced();
  private readonly points = new Paced();
  private shownLast: number | null = null;

  constructor(
    readonly battle: string,
    room: string,
    name: string,
    token: string | undefined,
  ) {
    const before = room ? keptIn(room) : undefined;
    this.together = new Together(server, battle, { ...(room && { room }), ...(before && { key: before.key }), name, ...(token && { token }) });
    this.together.on('changed', () => this.take(name));
    this.together.on('led', ({ where, member }) => this.hearLed(where, member));
    this.together.on('pointed', () => (this.members = this.together.members));
    this.together.on('ended', (why: MusterError) => (this.ended = why.refusal));
  }

  get address(): string {
    return `/b/${this.battle}/together/${this.room}`;
  }

  private take(name: string): void {
    const from = this.together;
    this.state = from.state;
    this.room = from.room;
    this.you = from.you;
    this.leader = from.leader;
    this.everybody = from.everybody;
    this.members = from.members;
    this.lines = from.lines;
    this.refusal = from.refusal;
    if (from.state === 'in') keep({ room: from.room, key: from.key, name });
  }

  // One's own steps come back, too: one is there already, or further on.
  private hearLed(where: string, member: number | null): void {
    const moment = momentOf(where);
    if (moment === null || (member !== null && member === this.you)) return;
    this.shownLast = moment;
    this.led = { moment };
  }

  /** This page shows this moment now. */
  shown(moment: number): void {
    if (moment === this.shownLast) return;
    this.shownLast = moment;
    if (!this.leads) {
      if (this.led) this.follows = moment === this.led.moment;
      return;
    }
    this.follows = true;
    this.moves.do(() => this.together.lead(whereOf(moment)));
  }

  goAlong(): void {
    this.follows = true;
    const moment = momentOf(this.together.where);
    if (moment === null) return;
    this.shownLast = moment;
    this.led = { moment };
  }

  nameOf(number: number): string {
    return this.members.find(({ member }) => member === number)?.name ?? '';
  }
  point(at: string): void {
    this.points.do(() => this.together.point(at));
  }
  say(text: string): boolean {
    return this.together.remark(text);
  }
  giveTo(member: number): void {
    this.together.giveLead({ to: member });
  }
  letAllLead(everybody: boolean): void {
    this.together.giveLead({ everybody });
  }
  part(): void {
    this.together.part();
  }
  stop(): void {
    this.moves.stop();
    this.points.stop();
    this.together.close();
  }
}
