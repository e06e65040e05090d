// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type SimpleCombatSetup = {
  /** hex: axial [q,r], column q + r/2 of row r; square: [x,y] with 8 neighbours; free: no cells, [x,y] in tenths of a DU */
  grid?: 'hex' | 'square' | 'free';
  height?: number;
  house_rules?: {
    /** at the end of a turn, units damaged in it roll a die: on 5 or 6 they lose 1 more */
    burning?: boolean;
    /** points, after turn_limit; or destruction alone, whatever turn_limit says: nobody has won after 100 turns or, to_the_end, after 100 in a row without damage */
    decides?: 'points' | 'destruction' | 'to_the_end';
    /** cells to each DU of a weapon's range */
    fire_scale?: number;
    /** an unmodified 1 always fails, an unmodified 6 always succeeds */
    natural?: boolean;
    /** options tell ranges and targets; if not, a shot may be fired at any enemy and misses what it cannot reach */
    premeasure?: boolean;
    /** a shot at a unit already destroyed is redirected to another target */
    redirect?: boolean;
    /** range and sight are taken to the target's centre, or to its edge, of which a quarter must be seen */
    sight?: 'centre' | 'edge';
    /** units block lines of sight as impassable cells do */
    units_block_los?: boolean;
  };
  impassable?: [number, number][];
  north: {
    units: {
      /** [q,r] on hexes, [x,y] on squares, [x,y] in tenths of a DU on a free field */
      at: [number, number];
      /** lower-case letters, digits and _; unique in the battle */
      id: string;
      profile: string;
    }[];
  };
  /** what is impassable on a free field: the corners of each polygon, in tenths of a DU; apart, and none crossing itself */
  polygons?: [number, number][][];
  /** profiles in addition to the standard ones, or replacing them */
  profiles?: {
    /** added to the roll to damage this unit: negative is better */
    armour: number;
    damage_capacity: number;
    move_allowance: number;
    name?: string;
    points: number;
    /** an id: lower-case letters, digits and _ */
    profile: string;
    weapons: string[];
  }[];
  south: {
    units: {
      /** [q,r] on hexes, [x,y] on squares, [x,y] in tenths of a DU on a free field */
      at: [number, number];
      /** lower-case letters, digits and _; unique in the battle */
      id: string;
      profile: string;
    }[];
  };
  /** kinds of ground other than open, each with its cells */
  terrain?: {
    /** nobody sees through a cell of it, though into it and out of it */
    blocks_sight?: boolean;
    cells: [number, number][];
    /** of the move allowance, to enter a cell */
    cost?: number;
    name?: string;
    /** an id: lower-case letters, digits and _ */
    terrain: string;
    /** added to the roll to damage a unit in it */
    to_damage?: number;
    /** added to the roll to hit a unit in it: negative is cover */
    to_hit?: number;
  }[];
  turn_limit?: number;
  /** weapons in addition to the standard ones, or replacing them */
  weapons?: {
    /** what it does better or worse at some targets */
    against?: {
      /** at a target with this armour or worse */
      armour_from?: number | null;
      /** at a target with this armour or better */
      armour_to?: number | null;
      /** at a target in this terrain */
      terrain?: string | null;
      /** added to the roll to damage */
      to_damage?: number;
      /** added to the roll to hit */
      to_hit?: number;
    }[];
    /** a hit also comes to every unit beside the target, friends too: each has a die to damage of its own */
    area?: boolean;
    /** needs no line of sight */
    indirect?: boolean;
    name?: string;
    /** fires once in a battle */
    one_shot?: boolean;
    power: number;
    /** so many turns after one in which it fired it cannot fire */
    reload?: number;
    /** the die to reach at the same ranges */
    to_damage: (number | null)[];
    /** the die to reach at ranges 1, 2, … 6; null, or beyond the end of the list: cannot fire */
    to_hit: (number | null)[];
    /** two in one unit are a pair: if both fire, each has -1 to hit */
    twin?: boolean;
    /** an id: lower-case letters, digits and _ */
    weapon: string;
  }[];
  width?: number;
};

export type SimpleCombatBlastData = {
  hits: {
    damaged: boolean;
    destroyed?: boolean;
    power?: number;
    roll: number;
    to_damage: number;
    unit: string;
  }[];
  name: string;
  target: string;
  unit: string;
  weapon: number;
};

export type SimpleCombatFiredData = {
  shots: {
    damage_modifiers?: {
      line: string;
      value: number;
    }[];
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
    ready?: number;
    redirected_from?: string;
    roll?: number;
    spent?: boolean;
    target: string;
    to_damage?: number;
    to_hit?: number;
    weapon: number;
    why_not?: 'too_far' | 'too_near' | 'unseen';
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
  tenths?: boolean;
  unit: string;
};

export type SimpleCombatTurnEffectData = {
  damaged: boolean;
  destroyed?: boolean;
  effect: string;
  needed: number;
  power?: number;
  roll: number;
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
  /** where nobody may measure first: at whom any weapon may be fired */
  enemies?: string[];
  /** each number a die may have to reach here, and how many of its six faces do */
  faces: [number, number][];
  turn: number;
  /** units that have yet to fire */
  units: {
    unit: string;
    /** weapons that cannot fire in this turn whatever there is: spent, or being reloaded */
    unready?: {
      name: string;
      /** the turn from which on it can fire again; left out: it has fired its only shot */
      ready?: number;
      weapon: number;
    }[];
    /** weapons with a target; where `enemies` are given, all */
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
      /** added to `to_hit` if its twin is fired too */
      twin_to_hit?: number;
      weapon: number;
    }[];
  }[];
};

export type SimpleCombatFireChoice = {
  /** resolved in this order, each weapon at most once; empty: it holds its fire */
  shots?: {
    target: string;
    /** the unit's weapons are numbered from 0 in the order of its profile */
    weapon: number;
  }[];
  /** one of your units that has not fired in this turn */
  unit: string;
};

export type SimpleCombatMoveOptions = {
  grid: 'hex' | 'square' | 'free';
  /** of these cells, those that cost more than 1 to enter, and how much: for who goes a way of its own */
  slow?: [number, number, number][];
  turn: number;
  /** units that have yet to move */
  units: {
    at: [number, number];
    /** where it can go: the cell's two numbers and the cost; on a free field some of the points, all in tenths of a DU */
    cells: [number, number, number][];
    move_allowance: number;
    /** friends in its way that it can pass, in the same form */
    through: [number, number, number][];
    unit: string;
  }[];
};

export type SimpleCombatMoveChoice = {
  /** the cells it enters, in order; empty: it stays */
  path?: [number, number][];
  /** instead of a path: the destination; it takes a cheapest way there */
  to?: [number, number] | null;
  /** one of your units that has not moved in this turn */
  unit: string;
};

export type SimpleCombatMoveMeaning = {
  cost: number;
  /** it has moved so far that it aims worse this turn */
  fast: boolean;
};
