// What a Muster server and its clients say to each other (protocol/README.md). JSON as it comes over the wire.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Status = 'waiting' | 'running' | 'over';
export type Visibility = 'public' | 'unlisted' | 'private';
export type BotPolicy = 'best' | 'listed' | 'random';

export type Code =
  | 'bad_json' | 'bad_message' | 'too_large' | 'unknown_battle' | 'not_your_seat' | 'bad_token' | 'stale_decision'
  | 'illegal_choice' | 'bad_setup' | 'battle_over' | 'rate_limited' | 'server_busy' | 'internal'
  // our own: the server did not answer; the page may not compute hashes; somebody else has the seat now; the server's copy is an older one
  | 'unreachable' | 'no_webcrypto' | 'seat_handed_over' | 'history_restored';

/** Why something was refused: a sentence for people, and where in the message the fault is. */
export interface Refusal {
  code: Code;
  message: string;
  path?: string;
}

/** Lengths of time are ISO 8601: "PT10M", "P3D". */
export type ClockOptions =
  | {
      /** both at their screens: a bank of time for the whole battle */
      mode: 'live';
      bank: string;
      /** added after each decision */
      increment?: string;
      /** the longest single decision; the bank if left out */
      decision_max?: string;
      /** how long a seat may be gone before the other may claim the battle */
      disconnected?: string;
    }
  | { mode: 'correspondence'; per_decision: string };

export type OnTimeout = 'default' | 'forfeit';

export interface CreateOptions {
  title?: string;
  visibility?: Visibility;
  confirm?: boolean;
  clock?: ClockOptions | null;
  /** whether the default is played when the time is up, or the battle is lost */
  on_timeout?: OnTimeout;
}

export interface CreateQuestion {
  ruleset: string;
  setup: JsonObject;
  options?: CreateOptions;
  seats?: Record<string, { bot?: BotPolicy }>;
}

export interface Created {
  battle: string;
  /** Only the seats for people; a token is shown here once and never again. */
  seats: { seat: string; token: string }[];
}

export interface SeatInfo {
  seat: string;
  /** null until somebody took it */
  name: string | null;
}

/** What is known of a battle before its events. */
export interface Following {
  battle: string;
  /** a seat's name or "spectator" */
  viewer: string;
  head: number;
  ruleset: string;
  ruleset_version: number;
  title: string;
  setup: JsonObject;
  options: JsonObject;
  seats: SeatInfo[];
  status: Status;
  created_at: string;
  commitment: string;
  /** of the server's copy of all battles: another one when that was restored from an older one */
  generation?: string;
}

export interface BattleEvent {
  seq: number;
  at: string;
  event: string;
  data: JsonObject;
}

/** A decision that one's own seat must make now. */
export interface DecisionRequest {
  battle: string;
  decision: number;
  seat: string;
  kind: string;
  options: JsonObject;
  default: JsonObject;
  /** asked of several seats at once: revealed when all have chosen, until then it can be taken back */
  sealed?: boolean;
  /** one's own sealed choice */
  pending?: JsonObject;
  deadline: string | null;
}

export interface Bounds {
  at_least?: number;
  at_most?: number;
}

/** All of its parts must hold. Pieces are counted as survivors are, or those of one `unit`. */
export interface OrderCondition {
  mine?: Bounds & { unit?: string };
  theirs?: Bounds & { unit?: string };
  round?: Bounds;
}

/** What a seat wants done while it is away; the first order that applies wins. */
export interface StandingOrder {
  /** a kind of decision, or "*" for every kind */
  for: string;
  if?: OrderCondition;
  play: 'default' | { prefer: string[] } | JsonObject;
}

/** One's own orders, and what they would do with the decisions that are open now. */
export interface StandingOrders {
  orders: StandingOrder[];
  /** `order` is the index of the one that applies; null: none does, and the seat is asked */
  preview: { decision: number; kind: string; order: number | null; choice: JsonObject | null }[];
}

/** What a ruleset says of the orders that can be left. */
export interface OrderKinds {
  /** `pieces`: whose may be put in an order, and `first` says what the first of them does */
  kinds: { kind: string; pieces?: 'own' | 'enemy'; first?: string }[];
  schema: JsonObject;
}

export interface Presence {
  seats: { seat: string; connected: boolean }[];
  spectators: number;
}

/** Where somebody who is away is told that it is his turn. */
export type NudgeTarget =
  | { kind: 'webhook'; format?: NudgeFormat; url: string; secret?: string }
  | { kind: 'push'; subscription: { endpoint: string; keys: { p256dh: string; auth: string } } };
export type NudgeFormat = 'json' | 'discord' | 'slack';

/** A subscription of one's own seat, as the server shows it again. */
export interface NudgeInfo {
  nudge: string;
  kind: 'webhook' | 'push';
  format?: NudgeFormat;
  host: string;
}

/** What this server can send nudges with, and where to. */
export interface NudgeOffer {
  push_key: string;
  hosts: string[];
}

/** How the time of a battle with a clock stood at the moment `now` of the server's own time. */
export interface ClockState {
  now: string;
  seats: {
    seat: string;
    /** live: what was left for the whole battle when its time last began to run */
    bank_ms?: number;
    /** until when its open decision may wait; null: its time stands still */
    deadline: string | null;
    /** live: it is gone, and from then on the other seat may claim the battle */
    claimable_at?: string;
  }[];
}

/** A deadline of one's own draws near. */
export interface Reminder {
  decision: number;
  deadline: string;
}

/** What the server tells everybody; "restart": it goes down in a moment and comes back. */
export interface Notice {
  notice: string;
  message: string;
}

export interface Outcome {
  winner: string | null;
  reason: string;
  survivors: Record<string, number>;
}

export interface Summary {
  battle: string;
  ruleset: string;
  ruleset_version: number;
  title: string;
  visibility: Visibility;
  status: Status;
  options: JsonObject;
  seats: SeatInfo[];
  head: number;
  created_at: string;
  finished_at?: string | null;
  outcome?: Outcome | null;
}

export interface ListQuestion {
  status?: Status;
  ruleset?: string;
  player?: string;
  q?: string;
  before?: number;
  limit?: number;
}

export interface BattleList {
  battles: Summary[];
  next: number | null;
}

export interface HouseRule {
  id: string;
  question: string;
  default: Json;
  /** what each value means */
  values: Record<string, string>;
}

/** A balanced battle with a name. */
export interface Preset {
  /** unique in its ruleset */
  preset: string;
  title: string;
  summary: string;
  setup: JsonObject;
}

export interface Catalog {
  id: string;
  version: number;
  title: string;
  summary: string;
  seats: string[];
  roster?: JsonObject[];
  house_rules?: HouseRule[];
  credits?: string;
  licence?: string;
  setup_schema: JsonObject;
  choice_schemas: Record<string, JsonObject>;
  standing_orders?: OrderKinds;
  /** the first preset's setup */
  example: JsonObject;
  /** balanced battles, the example first */
  presets: Preset[];
}

export type OddsQuestion = ({ battle: string; seq?: number } | { ruleset: string; setup: JsonObject }) & {
  policy?: 'best' | 'listed';
  runs?: number;
};

/** Who wins how often; each seat's chance stands under its name. */
export interface Odds {
  nobody: number;
  reasons: Record<string, number>;
  expected_survivors: Record<string, number>;
  survivors: ({ p: number } & Record<string, number>)[];
  method: 'exact' | 'simulated';
  runs: number;
  standard_error: number;
  policy: 'best' | 'listed';
  states: number;
  milliseconds: number;
  [seat: string]: Json | undefined;
}

export interface RecordInput {
  seq: number;
  /** not there for what no seat did */
  seat?: string;
  kind: string;
  decision?: number;
  choice?: JsonObject;
  name?: string;
  nonce?: string;
  accept?: boolean;
  timed_out?: boolean;
  standing?: boolean;
}

export interface BattleRecord {
  format: string;
  battle: string;
  ruleset: string;
  ruleset_version: number;
  title: string;
  setup: JsonObject;
  options?: JsonObject;
  seats: SeatInfo[];
  created_at: string;
  finished_at: string | null;
  commitment: string;
  /** only once the battle is over */
  server_seed?: string | null;
  inputs: RecordInput[];
  events: BattleEvent[];
  outcome: Outcome | null;
  chain: string;
}
