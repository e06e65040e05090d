// What is asked of the rules, and what they answer (protocol/study/desk.hpp).

/** Why there is no answer, or why a choice is not legal; `path` is a place in what was asked. */
export interface Refusal {
  code: string;
  message: string;
  path: string;
}

export interface Refused {
  refusal: Refusal;
}

/** What a ruleset calls its own: its README and schemas say what is in it. */
export type Data = Record<string, unknown>;

export interface Opened {
  ruleset: string;
  ruleset_version: number;
  seats: string[];
  /** Number of the last event. */
  head: number;
  /** Numbers of the events after which the battle waited for something, or was over. */
  moments: number[];
  /** Where the events stop to follow by the rules. */
  trouble?: { message: string; path: string };
}

export type Policy = 'best' | 'listed' | 'default';

export interface Move {
  seat: string;
  /** A word: what this policy chooses. */
  choice: Data | Policy;
}

/** Where dice come from, in this order; then there are none, and the branch waits for some. */
export interface DiceSource {
  by_hand?: number[];
  /** Those of the battle that was. */
  as_they_fell?: boolean;
  /** Then as many as it takes, always the same for one seed (0 to 2^53 - 1). */
  seed?: number;
}

/** A place in the battle that is open, or in a branch of it. */
export interface Place {
  /** After this event. */
  seq: number;
  moves?: Move[];
  dice?: DiceSource;
}

export interface Ask {
  /** Null: anybody. */
  seat: string | null;
  kind: string;
  options: Data;
  default: Data;
  /** Asked together with others, whose choices are applied together. */
  sealed?: boolean;
  answered?: boolean;
}

export interface Roll {
  seat: string;
  purpose: string;
  groups: { label: string; dice: number; sides: number; combat_value?: number }[];
}

export interface Outcome {
  winner: string | null;
  reason: string;
  survivors: Record<string, number>;
}

/** How a battle stands: exactly one of `asks`, `roll` and `over` is there. */
export interface Standing {
  /** Of the moment from which it is told. */
  seq: number;
  asks?: Ask[];
  roll?: Roll;
  over?: Outcome;
  view: Data;
  survivors: Record<string, number>;
  /** That happened in the branch. */
  events: { event: string; data: Data }[];
  /** One for each move, as the rules write it. */
  choices: Data[];
  /** That were rolled in the branch. */
  dice: number;
}

/** Of a choice: `choice` if it is legal, else `refusal`. */
export interface Preview {
  choice?: Data;
  refusal?: Refusal;
  meaning?: Data;
}

export interface Chances {
  policy?: Policy;
  /** Simulate this many battles instead of computing exact chances. */
  runs?: number;
  /** The longest work, exact and simulated each; 1000 if left out. */
  milliseconds?: number;
}

export interface SetupPlace {
  ruleset: string;
  ruleset_version?: number;
  setup: Data;
}

/** Beside these each seat's chance stands under its name. */
export interface Odds {
  nobody: number;
  reasons: Record<string, number>;
  expected_survivors: Record<string, number>;
  survivors: Record<string, number>[];
  method: 'exact' | 'simulated';
  runs: number;
  standard_error: number;
  policy: Policy;
  states: number;
  milliseconds: number;
  [seat: string]: unknown;
}

export interface Verdict {
  holds: boolean;
  message: string;
  path?: string;
  part?: 'proof' | 'rules';
  by_rules?: { path: string; message: string };
  uncovered?: string;
  by_word?: Data;
  signatures?: Data[];
  rolls: number;
  dice: number;
}
