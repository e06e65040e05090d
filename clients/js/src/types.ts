// What a Muster server and its clients say to each other (protocol/README.md). JSON as it comes over the wire.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Status = 'waiting' | 'running' | 'over';
export type Visibility = 'public' | 'unlisted' | 'private';
export type BotPolicy = 'best' | 'listed' | 'random';

export type Code =
  | 'bad_json' | 'bad_message' | 'too_large' | 'unknown_battle' | 'not_your_seat' | 'bad_token' | 'stale_decision'
  | 'illegal_choice' | 'bad_setup' | 'battle_over' | 'rate_limited' | 'server_busy' | 'internal'
  // our own: the server did not answer; the page may not compute hashes
  | 'unreachable' | 'no_webcrypto';

/** Why something was refused: a sentence for people, and where in the message the fault is. */
export interface Refusal {
  code: Code;
  message: string;
  path?: string;
}

export interface CreateOptions {
  title?: string;
  visibility?: Visibility;
  confirm?: boolean;
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

export interface Presence {
  seats: { seat: string; connected: boolean }[];
  spectators: number;
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
  example: JsonObject;
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
  seat: string;
  kind: string;
  decision?: number;
  choice?: JsonObject;
  name?: string;
  nonce?: string;
  accept?: boolean;
  timed_out?: boolean;
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
