// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type ArmiesSetup = {
  attacker: {
    /** each once at most */
    advances?: ('metalworking' | 'military' | 'mathematics')[];
    /** army tokens in the area */
    armies?: number;
    /** advantage levels from other rules */
    extra_advantage?: number;
    /** population tokens in the area */
    population?: number;
  };
  /** the defender's city is attacked; absent or null: there is none */
  city?: {
    /** who has Engineering; each once at most */
    engineering?: ('attacker' | 'defender')[];
  } | null;
  defender: {
    /** each once at most */
    advances?: ('metalworking' | 'military' | 'mathematics')[];
    /** army tokens in the area */
    armies?: number;
    /** advantage levels from other rules */
    extra_advantage?: number;
    /** population tokens in the area */
    population?: number;
  };
  /** so many tokens may stay in the area; it can only be left out before a city */
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
  /** which of one's tokens goes */
  token: 'population' | 'army';
};
