// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type SimpleCombatSetup = {
  /** hex: axial [q,r], column q + r/2 of row r; square: [x,y] with 8 neighbours */
  grid?: 'hex' | 'square';
  height?: number;
  house_rules?: {
    /** an unmodified 1 always fails, an unmodified 6 always succeeds */
    natural?: boolean;
    /** a shot at a unit that is already destroyed turns to another target */
    redirect?: boolean;
    /** units block lines of sight as impassable cells do */
    units_block_los?: boolean;
  };
  impassable?: [number, number][];
  north: {
    units: {
      /** [q,r] on hexes, [x,y] on squares */
      at: [number, number];
      /** small letters, digits and _; no two units of a battle have the same */
      id: string;
      profile: string;
    }[];
  };
  /** profiles beside ours or in their place */
  profiles?: {
    /** added to the roll to damage this unit: negative is better */
    armour: number;
    damage_capacity: number;
    move_allowance: number;
    name?: string;
    points: number;
    /** id: small letters, digits and _ */
    profile: string;
    weapons: string[];
  }[];
  south: {
    units: {
      /** [q,r] on hexes, [x,y] on squares */
      at: [number, number];
      /** small letters, digits and _; no two units of a battle have the same */
      id: string;
      profile: string;
    }[];
  };
  turn_limit?: number;
  /** weapons beside ours or in their place */
  weapons?: {
    /** needs no line of sight */
    indirect?: boolean;
    name?: string;
    power: number;
    /** the die to reach at the same ranges */
    to_damage: (number | null)[];
    /** the die to reach at ranges 1, 2, … 6; null, or beyond the end of the list: cannot fire */
    to_hit: (number | null)[];
    /** two of them in a unit are a pair: both fired, each has -1 to hit */
    twin?: boolean;
    /** id: small letters, digits and _ */
    weapon: string;
  }[];
  width?: number;
};

export type SimpleCombatFiredData = {
  shots: {
    damage_roll?: number;
    damaged?: boolean;
    destroyed?: boolean;
    hit?: boolean;
    lost?: boolean;
    modifiers?: {
      line: string;
      value: number;
    }[];
    name: string;
    power?: number;
    range?: number;
    redirected_from?: string;
    roll?: number;
    target: string;
    to_damage?: number;
    to_hit?: number;
    weapon: number;
  }[];
  unit: string;
};

export type SimpleCombatInitiativeRolledData = {
  bonus: string | null;
  first: string | null;
  north: number;
  south: number;
};

export type SimpleCombatMovedData = {
  cost: number;
  path: [number, number][];
  unit: string;
};

export type SimpleCombatTurnEndedData = {
  north_points: number;
  north_units: number;
  south_points: number;
  south_units: number;
  turn: number;
};

export type SimpleCombatTurnStartedData = {
  north_units: number;
  south_units: number;
  turn: number;
};

export type SimpleCombatFireOptions = {
  /** of each number that a die may have to reach here: it, and how many of the six faces do */
  faces: [number, number][];
  turn: number;
  /** those that have yet to fire */
  units: {
    unit: string;
    /** those that have a target */
    weapons: {
      name: string;
      power: number;
      targets: {
        range: number;
        target: string;
        to_damage: number;
        to_hit: number;
      }[];
      /** the other weapon of its pair */
      twin?: number;
      /** added to `to_hit` where its twin is fired too */
      twin_to_hit?: number;
      weapon: number;
    }[];
  }[];
};

export type SimpleCombatFireChoice = {
  /** resolved in this order, each weapon once; empty: it holds its fire */
  shots?: {
    target: string;
    /** the unit's weapons are numbered from 0 in the order of its profile */
    weapon: number;
  }[];
  /** one of your units that has not fired in this turn */
  unit: string;
};

export type SimpleCombatMoveOptions = {
  grid: 'hex' | 'square';
  turn: number;
  /** those that have yet to move */
  units: {
    at: [number, number];
    /** where it can go: the cell's two numbers and what it costs */
    cells: [number, number, number][];
    move_allowance: number;
    /** friends that it can pass, likewise */
    through: [number, number, number][];
    unit: string;
  }[];
};

export type SimpleCombatMoveChoice = {
  /** the cells it enters, in order; empty: it stays */
  path?: [number, number][];
  /** instead of a path: the cell where it goes, by a cheapest way */
  to?: [number, number] | null;
  /** one of your units that has not moved in this turn */
  unit: string;
};

export type SimpleCombatMoveMeaning = {
  cost: number;
  /** it has spent so much that it aims worse in this turn */
  fast: boolean;
};
