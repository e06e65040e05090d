// A battle that is followed, as the page sees it: the SDK's feed made reactive, and what lies on the table at its head.
import { MusterError, type BattleEvent, type DecisionRequest, type Feed, type Following, type FollowOptions, type JsonObject, type Presence, type Refusal } from 'muster-client';
import { muster } from '../lib/server';
import { tableAt, type Table } from './table';

/** Events that leave a decision open. */
const seals = new Set(['decision_sealed', 'decision_unsealed']);

export class Live {
  header = $state.raw<Following | null>(null);
  requests = $state.raw<DecisionRequest[]>([]);
  presence = $state.raw<Presence | null>(null);
  /** It may not be followed. */
  refusal = $state.raw<Refusal | null>(null);
  /** The last event that is in. */
  head = $state(0);
  /** The history is in; what comes now happens now. */
  caughtUp = $state(false);
  /** Grows in place: `head` tells when. */
  readonly events: BattleEvent[] = [];
  /** Own sealed choices of this page; the server tells them to other pages of the same seat only. */
  sealedHere = $state.raw<ReadonlyMap<number, JsonObject>>(new Map());

  readonly table: Table | null = $derived(this.header ? tableAt(this.header, this.events, this.head) : null);
  /** The own seat, or null for who watches. */
  readonly seat: string | null = $derived(!this.header || this.header.viewer === 'spectator' ? null : this.header.viewer);

  private readonly feed: Feed;
  // The server closes a request after all that followed from its answer; until then a sealed choice that was just opened would
  // be asked for once more.
  private readonly answered = new Set<number>();

  constructor(battle: string, options: FollowOptions) {
    this.feed = muster.follow(battle, options);
    this.feed.on('following', (header) => (this.header = header));
    this.feed.on('event', (event) => {
      this.events.push(event);
      this.head = event.seq;
      const { decision } = event.data;
      if (typeof decision !== 'number' || seals.has(event.event)) return;
      this.answered.add(decision);
      this.askOpen();
    });
    this.feed.on('caught_up', () => (this.caughtUp = true));
    this.feed.on('requests', () => this.askOpen());
    this.feed.on('presence', (presence) => (this.presence = presence));
    this.feed.on('error', (error) => (this.refusal = error.refusal));
  }

  stop(): void {
    this.feed.unfollow();
  }

  private askOpen(): void {
    const open = this.feed.requests.filter(({ decision }) => !this.answered.has(decision));
    if (open.length > 0 || this.requests.length > 0) this.requests = open;
  }

  async choose(request: DecisionRequest, choice: JsonObject | 'default'): Promise<void> {
    await this.feed.choose(request.decision, choice);
    if (request.sealed) this.sealedHere = new Map(this.sealedHere).set(request.decision, choice === 'default' ? request.default : choice);
  }

  async retract(request: DecisionRequest): Promise<void> {
    await this.feed.retract(request.decision);
  }

  /** What the own seat has chosen and nobody has seen yet; null while it is still to choose. */
  pendingOf(request: DecisionRequest): JsonObject | null {
    const sealed = this.table?.sealed.some((each) => each.decision === request.decision) ?? false;
    return sealed ? (this.sealedHere.get(request.decision) ?? request.pending ?? {}) : null;
  }

  async concede(): Promise<void> {
    await this.feed.concede();
  }
  async offerDraw(): Promise<void> {
    await this.feed.offerDraw();
  }
  async answerDraw(accept: boolean): Promise<void> {
    await this.feed.answerDraw(accept);
  }
  async say(text: string): Promise<void> {
    await this.feed.say(text);
  }
}

/** The server's sentence, or what else went wrong. */
export function reasonOf(error: unknown): Refusal {
  if (error instanceof MusterError) return error.refusal;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
