// What one can say in a battle that is followed. What may become an input is kept before it is sent (keeper.ts).

import { MusterError, unreachable } from './errors.js';
import type { Exchange } from './exchange.js';
import type { Keeper } from './keeper.js';
import type { Keeping } from './keeping.js';
import type { Problem } from './problem.js';
import { randomToken } from './random.js';
import type { Sharing } from './sharing.js';
import type { Ask } from './sitting.js';
import type {
  Abortable, DecisionKind, DecisionRequest, JsonObject, NudgeInfo, NudgeTarget, Previewed, RematchAnswer, RematchOptions, StandingOrder, StandingOrders,
} from './types.js';

/** Where a battle is followed, and where what is kept of it lies. */
export interface Home {
  /** its address, without a slash at its end */
  server: string;
  keeping: Keeping;
  http: Ask;
}

export abstract class Speaker {
  /** Open decisions of one's own seat; its shares of the dice are given without anybody's doing, and are not among them. */
  requests: DecisionRequest[] = [];
  /** The first of what the server did against its word. */
  broken: Problem | null = null;

  protected ended: MusterError | null = null;
  protected keeper: Promise<Keeper | null> | null = null; // comes when there is something to keep
  protected previewed: { decision: number; said: string; whole: JsonObject | null } | null = null; // the last
  protected sharing: Promise<Sharing> | null = null; // comes when dice are shared

  protected constructor(
    readonly battle: string,
    protected readonly exchange: Exchange,
    protected readonly home: Home,
    protected readonly token: string | undefined,
  ) {}

  /** Whether both seats add to the dice, as far as is known yet. */
  protected abstract readonly sharesDice: boolean;
  /** Whether what is kept can be kept from the battle's first event. */
  protected abstract readonly fromFirst: boolean;
  protected abstract breaks(problem: Problem): void;
  protected abstract changesKey(key: string, before: string): void;
  protected abstract setRequests(requests: DecisionRequest[]): void;

  // ---- what one can do; each resolves with the number of the event that shows it ----

  /** What is asked of several seats at once is sealed; where dice are shared, for the server too, and stays as it is then. */
  choose(decision: number, choice: JsonObject | 'default'): Promise<number> {
    const request = this.requests.find((open) => open.decision === decision);
    if (request && this.isSealedForAll(request)) return this.seal(request, choice === 'default' ? request.default : choice);
    return this.keptAsk(
      (keeper) => keeper.chooses(decision, choice, request),
      async () => {
        const sharing = request && (await this.sharing);
        const say = this.chooser(decision, choice);
        return sharing ? sharing.signer.chooses(request, choice, this.wholeOf(decision, choice), say, () => this.preview(decision, choice)) : say({ choice });
      },
      (keeper, outcome) => keeper.chosen(decision, outcome),
    );
  }
  /**
   * What a choice would come to if it were made now, also one that is still being made; nothing changes. `feed.preview<'wave'>(…)` knows
   * what is told of waves.
   */
  async preview<Kind extends DecisionKind>(decision: number, choice: JsonObject | 'default', abortable: Abortable = {}): Promise<Previewed<Kind>> {
    if (this.requests.some((open) => open.decision === decision && this.isSealedForAll(open))) throw notShared('the server is not to see what you seal');
    const told = await this.answer({ type: 'preview', decision, choice }, abortable);
    this.previewed = { decision, said: JSON.stringify(choice), whole: (told['choice'] ?? null) as JsonObject | null };
    return { choice: told['choice'] ?? null, refusal: told['refusal'] ?? null, meaning: told['meaning'] ?? null } as Previewed<Kind>;
  }
  /** Takes back a sealed choice. */
  retract(decision: number): Promise<number> {
    if (this.sharesDice) return refused(notShared('nothing that was sealed is taken back'));
    return this.keptAsk(
      (keeper) => keeper.retracts(decision),
      () => this.ask({ type: 'retract', decision }, () => this.setPending(decision, null)),
      (keeper, outcome) => keeper.retracted(decision, outcome),
    );
  }
  /** Replaces one's standing orders; they apply to later decisions, or `now` to the one that is open too. */
  order(orders: StandingOrder[], { now = false } = {}): Promise<number> {
    if (this.sharesDice) return refused(notShared('the server would read what you order'));
    return this.keptAsk((keeper) => orders.length > 0 && keeper.sends('order'), () => this.ask({ type: 'order', orders, ...(now ? { now } : {}) }));
  }
  /** One's standing orders, and what they would do now. */
  orders(): Promise<StandingOrders> {
    const { battle } = this;
    if (this.ended) return Promise.reject(this.ended);
    return this.exchange.ask({ type: 'orders', battle }, { battle }).then(ordersOf);
  }
  concede(): Promise<number> {
    return this.keptAsk((keeper) => keeper.sends('concede'), async () => this.ask({ type: 'concede', ...(await this.sharing?.then((sharing) => sharing.signer.concession())) }));
  }
  offerDraw(): Promise<number> {
    return this.keptAsk((keeper) => keeper.sends('draw'), () => this.ask({ type: 'offer_draw' }));
  }
  answerDraw(accept: boolean): Promise<number> {
    return this.keptAsk((keeper) => accept && keeper.sends('draw'), () => this.ask({ type: 'answer_draw', accept }));
  }
  /** Ends a battle with a live clock whose other player is gone for too long. */
  claim(): Promise<number> {
    return this.keptAsk((keeper) => keeper.sends('claim'), () => this.ask({ type: 'claim' }));
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
  async handOver(token = this.token): Promise<string> {
    const answer = await this.answer({ type: 'hand_over', token: token ?? '' });
    if (answer['taken'] === true && token === this.token) await this.keep((keeper) => keeper.sends('hand_over'));
    return String(answer['token']);
  }

  // ---- shares of the dice ----

  /**
   * Puts in another ladder for one's own seat, if this device does not have the one that is in force, or somebody else may; the server takes none while the seat
   * owes a share or has something sealed. Resolves with the number of the event that shows it.
   */
  newLadder(): Promise<number> {
    return quiet(this.giver().then((sharing) => sharing.newLadder()));
  }
  /** Says that what was decided in one's seat's name, and this device did not send, was oneself on another device: then the share that waits for it is given. */
  vouch(): Promise<void> {
    return quiet(this.giver().then((sharing) => sharing.vouch()));
  }

  private giver(): Promise<Sharing> {
    return this.sharing ?? Promise.reject(new MusterError({ code: 'no_ladder', message: 'this seat gives no shares' }));
  }

  private isSealedForAll({ sealed }: DecisionRequest): boolean {
    return this.sharesDice && sealed === true;
  }

  private chooser(decision: number, choice: JsonObject | 'default'): (said: JsonObject) => Promise<number> {
    return (said) => this.ask({ type: 'choose', decision, ...said }, () => this.setPending(decision, choice));
  }

  // In full, as records will have it; undefined: that was not asked just before, as the page mostly has.
  private wholeOf(decision: number, choice: JsonObject | 'default'): JsonObject | null | undefined {
    const { previewed } = this;
    return previewed?.decision === decision && previewed.said === JSON.stringify(choice) ? previewed.whole : undefined;
  }

  private seal(request: DecisionRequest, choice: JsonObject): Promise<number> {
    const { decision } = request;
    const sealed = this.giver().then((sharing) => sharing.seal(request, choice));
    return this.keptAsk(
      async (keeper) => (await sealed, keeper.seals(decision, choice, request)),
      async () => (await this.giver()).choosesSealed(request, choice, await sealed, this.chooser(decision, choice)),
      (keeper, outcome) => keeper.sealed(decision, outcome),
    );
  }

  protected answer(message: JsonObject, { signal }: Abortable = {}): Promise<JsonObject> {
    const { battle } = this;
    return this.ended ? Promise.reject(this.ended) : this.exchange.ask({ ...message, battle }, { battle, signal });
  }

  // A part of its own: who only looks on needs none, unless the server tells him twice how the battle stands.
  protected async keep<Result>(act: (keeper: Keeper) => Result): Promise<Result | null> {
    const { battle, home, token, fromFirst } = this;
    this.keeper ??= import('./keeper.js').then(
      (part) =>
        new part.Keeper(home.keeping, home.server, battle, token, fromFirst, {
          broken: (problem) => this.breaks(problem),
          keyChanged: (key, before) => this.changesKey(key, before),
        }),
      () => null,
    );
    const keeper = await this.keeper;
    return keeper && act(keeper);
  }

  // What may become an input is kept before it is sent, and not sent if it cannot be.
  private keptAsk(keep: (keeper: Keeper) => unknown, ask: () => Promise<number>, answered: (keeper: Keeper, outcome: 'accepted' | MusterError) => void = () => {}): Promise<number> {
    const asked = this.keep(async (keeper) => [await keep(keeper)]).then((done) => {
      if (!done) throw unreachable('a part of the page that keeps what is sent is missing');
      return ask();
    });
    const told = (outcome: 'accepted' | MusterError) => this.keep((keeper) => answered(keeper, outcome));
    const kept = asked.then(
      async (seq) => (await told('accepted'), seq),
      async (error: unknown) => {
        if (error instanceof MusterError) await told(error);
        throw error;
      },
    );
    return quiet(kept);
  }

  protected ask(message: JsonObject, accepted = () => {}): Promise<number> {
    return quiet(
      this.answer(message).then((answer) => {
        accepted();
        return Number(answer['seq']);
      }),
    );
  }

  // The server tells a seat's sealed choice to its other connections; this one knows it by itself.
  private setPending(decision: number, choice: JsonObject | 'default' | null): void {
    const request = this.requests.find((open) => open.decision === decision);
    if (!request?.sealed) return;
    const { pending: _former, ...open } = request;
    const now = choice === null ? open : { ...open, pending: choice === 'default' ? open.default : choice };
    this.setRequests(this.requests.map((each) => (each === request ? now : each)));
  }
}

// Who does not wait for an answer need not care.
function quiet<Result>(asked: Promise<Result>): Promise<Result> {
  asked.catch(() => {});
  return asked;
}

function refused(error: MusterError): Promise<never> {
  return quiet(Promise.reject(error));
}

function notShared(why: string): MusterError {
  return new MusterError({ code: 'illegal_choice', message: `where dice are shared ${why}` });
}

export function ordersOf({ orders, preview }: JsonObject): StandingOrders {
  return { orders, preview } as StandingOrders;
}
