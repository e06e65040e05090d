// What a Muster server and its clients say to each other (protocol/README.md). JSON as it comes over the wire.

import type { BattleEvent, ChoiceOf, DecisionKind, MeaningOf } from './battle.js';
import type { Json, JsonObject } from './json.js';

export type * from './battle.js';
export type * from './generated/index.js';
export type * from './json.js';
export type * from './record.js';

export type Status = 'waiting' | 'running' | 'over';
export type Visibility = 'public' | 'unlisted' | 'private';
export type BotPolicy = 'best' | 'listed' | 'random';

export type Code =
  | 'bad_json' | 'bad_message' | 'too_large' | 'unknown_battle' | 'not_your_seat' | 'bad_token' | 'stale_decision'
  | 'illegal_choice' | 'bad_setup' | 'battle_over' | 'rate_limited' | 'server_busy' | 'internal'
  // our own: the server did not answer; the page may not compute hashes; somebody else has the seat now; the server's copy is an older one; one was
  // invited to other dice; this device does not have the ladder that its seat's shares come from
  | 'unreachable' | 'no_webcrypto' | 'seat_handed_over' | 'history_restored' | 'other_dice' | 'no_ladder';

/** Why something was refused: a sentence for people, and where in the message the fault is. */
export type Refusal = {
  code: Code;
  message: string;
  path?: string;
};

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

export type DiceOf = 'server' | 'shared' | 'witnessed';
export type OnTimeout = 'default' | 'forfeit';

export type CreateOptions = {
  title?: string;
  visibility?: Visibility;
  confirm?: boolean;
  clock?: ClockOptions | null;
  /** whether the default is played when the time is up, or the battle is lost */
  on_timeout?: OnTimeout;
  /** `shared`: both seats add to them what nobody else can know; `witnessed`: a third server does */
  dice?: DiceOf;
  /** of `witnessed` dice, and of `shared` ones if you want: one of those that `Muster.witnesses()` names */
  witness?: WitnessOption;
};

/** A server that the operator of another one takes as witness of dice, and the key that GET /api/v1/witness there says. */
export type WitnessOption = { address: string; key: string };

export type CreateQuestion = {
  ruleset: string;
  setup: JsonObject;
  options?: CreateOptions;
  /** who plays a seat, if not whoever gets its token; `open`: whoever comes first may take it */
  seats?: Record<string, { bot?: BotPolicy; open?: boolean }>;
};

export type Created = {
  battle: string;
  /** Only the seats for people; a token is shown here once and never again. */
  seats: { seat: string; token: string }[];
};

export type TakeOptions = {
  /** the first that is open if left out */
  seat?: string;
  name?: string;
  /** opens the seat from then on; drawn if left out */
  token?: string;
  /** 16 to 64 hex digits that enter the dice; drawn if left out */
  nonce?: string;
  /** whose dice one was invited to: others are refused before anything is asked */
  dice?: DiceOf;
};

/** A seat that one sits on now; the token opens it again. */
export type TakenSeat = {
  battle: string;
  seat: string;
  token: string;
};

export type RematchOptions = {
  /** with the sides changed: each player gets the next seat */
  swap?: boolean;
  /** of one's seat in the new battle: 32 to 64 letters and digits, drawn at random; drawn if left out */
  token?: string;
};

export type RematchAnswer = {
  token: string;
  /** one's seat of the rematch, once there is one; null: the others have not said that they want it */
  taken: TakenSeat | null;
};

export type SeatInfo = {
  seat: string;
  /** null until somebody took it */
  name: string | null;
};

/** What the server vouches for with its key. Two that cannot both be of one history prove to anybody that it told two stories. */
export type SignedHead = {
  /** how many there have been */
  inputs: number;
  /** the chain of inputs after them, and that of the events that they brought forth: hex */
  chain: string;
  shown: string;
  /** of these and the battle's start */
  signature: string;
};

/** What is known of a battle before its events. */
export type Following = {
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
  /** by which the server signs this battle's heads: P-256, the uncompressed point in hex; left out in battles of the time before */
  server_key?: string;
  /** how far the battle has come */
  signed_head?: SignedHead;
  /** of the server's copy of all battles: another one when that was restored from an older one */
  generation?: string;
};

/** A change of chances, and its standard error; 0: it is exact, or all simulated battles agreed. */
export type Amount = {
  sum: number;
  error: number;
};

/** What became of one seat's chance to win: start + luck + choices = result. */
export type LedgerSide = {
  seat: string;
  /** empty: nobody played it */
  name: string;
  start: Amount;
  luck: Amount;
  /** of all, against the play that odds assume */
  choices: Amount;
  /** of that its own */
  own: Amount;
  result: number;
};

export type LedgerStep = {
  seq: number;
  cause: 'roll' | 'choice' | 'end';
  /** who rolled, decided or gave up */
  seat?: string;
  about: string;
  round?: number;
  /** both in the order of the sides */
  changes: Amount[];
  chances: number[];
};

/** Luck told from choices. */
export type Ledger = {
  battle: string;
  /** all chances are; otherwise some are simulated */
  exact: boolean;
  reason: string;
  /** in English */
  sentence: string;
  sides: LedgerSide[];
  steps: LedgerStep[];
};

/** What a seat has noted at a moment of a battle that is over. */
export type Note = {
  /** the number of the event */
  at: number;
  seat: string;
  text: string;
};

/** Events that one has stepped to. */
export type UnspoiledEvents = {
  battle: string;
  generation: string;
  events: BattleEvent[];
  /** there are more: the last of these events, to go on from */
  next?: number;
};

export type Bounds = {
  at_least?: number;
  at_most?: number;
};

/** All of its parts must hold. Pieces are counted as survivors are, or those of one `unit`. */
export type OrderCondition = {
  mine?: Bounds & { unit?: string };
  theirs?: Bounds & { unit?: string };
  round?: Bounds;
};

/** What a seat wants done while it is away; the first order that applies wins. */
export type StandingOrder = {
  /** a kind of decision, or "*" for every kind */
  for: string;
  if?: OrderCondition;
  play: 'default' | { prefer: string[] } | JsonObject;
};

/** One's own orders, and what they would do with the decisions that are open now. */
export type StandingOrders = {
  orders: StandingOrder[];
  /** `order` is the index of the one that applies; null: none does, and the seat is asked */
  preview: { decision: number; kind: string; order: number | null; choice: JsonObject | null }[];
};

/** What a choice would come to. */
export type Previewed<Kind extends DecisionKind = DecisionKind> = {
  /** in full; null: it is not legal, and `refusal` says why */
  choice: ChoiceOf<Kind> | null;
  refusal: Refusal | null;
  /** as the ruleset tells it of this kind of decision, also of a choice that is still being made; null: nothing can be said of it */
  meaning: MeaningOf<Kind> | null;
};

/** What a ruleset says of the orders that can be left. */
export type OrderKinds = {
  /** `pieces`: whose may be put in an order, and `first` says what the first of them does */
  kinds: { kind: string; pieces?: 'own' | 'enemy'; first?: string }[];
  schema: JsonObject;
};

export type Presence = {
  seats: { seat: string; connected: boolean }[];
  spectators: number;
  /** dice with a witness: the battle waits for its witness, which is `silent` (asked until it answers) or `refuses` (asked again once an hour) */
  witness?: { state: 'silent' | 'refuses'; message: string };
};

/** Where somebody who is away is told that it is his turn. */
export type NudgeTarget =
  | { kind: 'webhook'; format?: NudgeFormat; url: string; secret?: string }
  | { kind: 'push'; subscription: { endpoint: string; keys: { p256dh: string; auth: string } } };
export type NudgeFormat = 'json' | 'discord' | 'slack';

/** A subscription of one's own seat, as the server shows it again. */
export type NudgeInfo = {
  nudge: string;
  kind: 'webhook' | 'push';
  format?: NudgeFormat;
  host: string;
};

/** What this server can send nudges with, and where to. */
export type NudgeOffer = {
  push_key: string;
  hosts: string[];
};

/** How the time of a battle with a clock stood at the moment `now` of the server's own time. */
export type ClockState = {
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
};

/** A deadline of one's own draws near. */
export type Reminder = {
  decision: number;
  deadline: string;
};

/** What is asked is given up when `signal` says so: it then rejects with the signal's reason. */
export interface Abortable {
  signal?: AbortSignal | undefined;
}

/** What the server tells; "restart": it goes down in a moment and comes back; "rematch": one that all want has to wait. */
export type Notice = {
  notice: string;
  message: string;
  /** that it is about; of the whole server if left out */
  battle?: string;
};

export type Outcome = {
  winner: string | null;
  reason: string;
  survivors: Record<string, number>;
};

export type Summary = {
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
  /** anybody may take a seat of `options.open` that has no name yet */
  open?: boolean;
  /** in lists: how many attend it now, players (not the server's own) and spectators; missing: nobody does */
  present?: number;
};

export type ListQuestion = {
  status?: Status;
  ruleset?: string;
  player?: string;
  q?: string;
  /** true: only those in which anybody may take a seat now */
  open?: boolean;
  /** true: only those that somebody attends now; of more than 1,000, some 1,000 */
  present?: boolean;
  /** only those that are over, and which of the seats has won */
  outcome?: 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'sixth' | 'seventh' | 'eighth' | 'nobody';
  /** a day of UTC ("2026-11-21") or a moment: those that ended then or later, or began if they are not over */
  from?: string;
  /** until the end of this day, or before this moment */
  to?: string;
  before?: number;
  limit?: number;
};

export type BattleList = {
  battles: Summary[];
  next: number | null;
};

/** How a number of dice fell, beside what fair ones do. */
export type DiceFigures = {
  dice: number;
  /** how often 1 to 6 fell */
  faces: number[];
  /** how often fair dice show each face, and the standard deviation of that */
  expected: number;
  spread: number;
  chi_square: number;
  degrees: number;
  /** how often fair dice are at least as uneven */
  p: number;
};

/** All dice of a server's finished battles. */
export type Audit = DiceFigures & {
  battles: number;
  /** finished battles whose dice are still to be counted */
  uncounted: number;
  rulesets: (DiceFigures & {
    ruleset: string;
    battles: number;
    seats: (DiceFigures & { seat: string })[];
    /** by who played the seat that rolled: `people`, or one of the server's own players */
    players: (DiceFigures & { player: 'people' | BotPolicy })[];
  })[];
  /** what such a table can show, and what it cannot */
  note: string;
};

/** Days of UTC, 2026-11-21; both are part of what is counted. */
export type AuditQuestion = { from?: string; to?: string };

export type HouseRule = {
  id: string;
  question: string;
  default: Json;
  /** what each value means */
  values: Record<string, string>;
};

/** A balanced battle with a name. */
export type Preset = {
  /** unique in its ruleset */
  preset: string;
  title: string;
  summary: string;
  setup: JsonObject;
};

export type Catalog = {
  id: string;
  version: number;
  title: string;
  summary: string;
  /** of a setup that names none; none: every setup does */
  seats: string[];
  /** false: nobody wins */
  contest?: boolean;
  roster?: JsonObject[];
  /** of simple-combat */
  weapons?: JsonObject[];
  house_rules?: HouseRule[];
  credits?: string;
  licence?: string;
  setup_schema: JsonObject;
  choice_schemas: Record<string, JsonObject>;
  /** where one ruleset is asked for (not of older servers) */
  option_schemas?: Record<string, JsonObject>;
  event_schemas?: Record<string, JsonObject>;
  standing_orders?: OrderKinds;
  /** the first preset's setup */
  example: JsonObject;
  /** balanced battles, the example first */
  presets: Preset[];
};

export type OddsQuestion = ({ battle: string; seq?: number } | { ruleset: string; setup: JsonObject }) & {
  policy?: 'best' | 'listed' | 'default';
  runs?: number;
};

/** Who wins how often; each seat's chance stands under its name. */
export type Odds = {
  nobody: number;
  reasons: Record<string, number>;
  expected_survivors: Record<string, number>;
  survivors: ({ p: number } & Record<string, number>)[];
  method: 'exact' | 'simulated';
  runs: number;
  standard_error: number;
  /** who decides for both sides: the server's own players `best` and `listed`, or every default */
  policy: 'best' | 'listed' | 'default';
  states: number;
  milliseconds: number;
  [seat: string]: Json | undefined;
};
