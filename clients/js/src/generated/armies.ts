// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type ArmiesSetup = {
  attacker?: {
    /** at most once each */
    advances?: ('metalworking' | 'military' | 'mathematics')[];
    /** army tokens in the area */
    armies?: number;
    /** advantage levels granted by other rules */
    extra_advantage?: number;
    /** population tokens in the area */
    population?: number;
  } | null;
  /** the defender's city is attacked; absent or null: there is none */
  city?: {
    /** who has Engineering; at most once each */
    engineering?: ('attacker' | 'defender')[];
  } | null;
  defender?: {
    /** at most once each */
    advances?: ('metalworking' | 'military' | 'mathematics')[];
    /** army tokens in the area */
    armies?: number;
    /** advantage levels granted by other rules */
    extra_advantage?: number;
    /** population tokens in the area */
    population?: number;
  } | null;
  /** instead of attacker and defender: two or more, each with a seat of its own; no city */
  nations?: {
    /** at most once each */
    advances?: ('metalworking' | 'military' | 'mathematics')[];
    /** army tokens in the area */
    armies?: number;
    /** advantage levels granted by other rules */
    extra_advantage?: number;
    /** population tokens in the area */
    population?: number;
    /** small letters, digits and _, each name once */
    seat: string;
  }[];
  /** how many tokens may stay in the area; may be left out only if there is a city */
  population_limit?: number | null;
};

export type ArmiesAdvantageCountedData = {
  column: 'more' | 'tie' | 'less';
  first: string | null;
  holder: string | null;
  levels: {
    attacker: number;
    defender: number;
  };
  net: number;
  removed_before: number;
};

export type ArmiesCityAssaultedData = {
  attackers: number;
  falls: boolean;
  needed: number;
  placed: number;
};

export type ArmiesLevelsCountedData = {
  nations: {
    level: number;
    owed: number;
    seat: string;
    tokens: number;
  }[];
  order: string[][];
};

export type ArmiesRemovedData = {
  seat: string;
  step: 'before' | 'alternating' | 'simultaneous';
  token: 'population' | 'army';
};

export type ArmiesRemoveOptions = {
  armies: number;
  population: number;
  step: 'before' | 'alternating' | 'simultaneous';
  tokens: ('population' | 'army')[];
};

export type ArmiesRemoveChoice = {
  /** which of your tokens goes */
  token: 'population' | 'army';
};
