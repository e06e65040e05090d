// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type AdvancedCombatSetup = {
  attacker: {
    aircraft?: {
      count: number;
      /** an aircraft's id in the roster */
      unit: string;
    }[];
    army: {
      count: number;
      enhanced?: boolean;
      /** a unit's id in the roster */
      unit: string;
    }[];
    /** how many the side controls */
    technologies?: number;
  };
  defender: {
    aircraft?: {
      count: number;
      /** an aircraft's id in the roster */
      unit: string;
    }[];
    army: {
      count: number;
      enhanced?: boolean;
      /** a unit's id in the roster */
      unit: string;
    }[];
    /** how many the side controls */
    technologies?: number;
  };
  house_rules?: {
    /** paired: a plane dies with its unit; per_unit: each dead unit of the supported class takes one along */
    air_loss?: 'paired' | 'per_unit';
    /** which pieces of a class have the matches: best: the newest; worst: the oldest; same_era: each only with its own era */
    cia?: 'best' | 'worst' | 'same_era';
    /** total: units x lead, halved and rounded down; pair: units x half the lead, rounded down */
    science_rounding?: 'total' | 'pair';
    /** when neither side can ever kill: the attacker is repulsed, or withdraws freely; both keep their units */
    standoff?: 'repulse' | 'attacker_withdraws_freely';
    /** the attacker may leave between phases */
    withdraw?: boolean;
  };
  /** units beside ours or in their place */
  roster?: {
    class: 'infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft';
    /** added to the modifier; 0 if left out */
    enhanced_modifier?: number | null;
    /** needed, but not for aircraft */
    era?: number | null;
    /** 0 if left out */
    modifier?: number | null;
    name?: string;
    /** aircraft only */
    strength?: number | null;
    /** id: small letters, digits and _ */
    unit: string;
  }[];
  /** absent or null: open field */
  settlement?: {
    /** the newest era present if left out */
    current_era?: number | null;
    /** counts in the ancient era only */
    great_wall?: boolean;
  } | null;
};

export type AdvancedCombatAirSupportDeclaredData = {
  class: string;
  pairs: {
    aircraft: string;
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
  seat: string;
};

export type AdvancedCombatCasualtiesTakenData = {
  absorbed: number;
  aircraft_lost: {
    count: number;
    unit: string;
  }[];
  damage: number;
  lost: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
  seat: string;
};

export type AdvancedCombatPhaseStartedData = {
  attacker_units: number;
  defender_units: number;
  phase: number;
  wave_size: number;
};

export type AdvancedCombatTotalledData = {
  lines: {
    line: string;
    value: number;
  }[];
  seat: string;
  total: number;
};

export type AdvancedCombatWaveFormedData = {
  seat: string;
  units: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
};

export type AdvancedCombatAirSupportOptions = {
  aircraft: {
    count: number;
    strength: number;
    unit: string;
  }[];
  /** those of the wave */
  classes: string[];
  /** exactly so many aircraft beside the units of each class */
  taking_part: {
    aircraft: number;
    class: string;
  }[];
  /** of the wave */
  units: {
    class: string;
    count: number;
    enhanced: boolean;
    unit: string;
  }[];
};

export type AdvancedCombatAirSupportChoice = {
  /** infantry, cavalry, artillery or fleet; must be in the wave */
  class: string;
  /** which aircraft fly beside which units; left out: the strongest beside those that would die last */
  pairs?:
    | {
        aircraft: string;
        count: number;
        enhanced?: boolean;
        unit: string;
      }[]
    | null;
};

export type AdvancedCombatAirSupportMeaning = {
  aircraft: number;
  own: {
    dice: number;
    /** on average */
    total: number;
  };
};

export type AdvancedCombatCasualtiesOptions = {
  candidates: {
    count: number;
    enhanced: boolean;
    era: number;
    /** how many of them have an aircraft beside them */
    supported: number;
    unit: string;
  }[];
  damage: number;
  /** exactly so many of each era */
  must_lose: {
    count: number;
    era: number;
  }[];
};

export type AdvancedCombatCasualtiesChoice = {
  units: {
    count: number;
    enhanced?: boolean;
    /** how many of them have an aircraft beside them; left out: the unsupported die first */
    supported?: number | null;
    unit: string;
  }[];
};

export type AdvancedCombatCasualtiesMeaning = {
  /** those that are lost along with them */
  aircraft: {
    count: number;
    unit: string;
  }[];
  /** of each type that is lost: so many of those lost can have an aircraft beside them */
  supported: {
    enhanced: boolean;
    least: number;
    most: number;
    unit: string;
  }[];
};

export type AdvancedCombatWaveOptions = {
  available: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
  /** so many units step forward */
  size: number;
};

export type AdvancedCombatWaveChoice = {
  units: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
};

export type AdvancedCombatWaveMeaning = {
  enemy: {
    dice: number;
    /** on average */
    total: number;
  };
  own: {
    dice: number;
    /** on average */
    total: number;
  };
  units: number;
};

export type AdvancedCombatWithdrawOptions = {};

export type AdvancedCombatWithdrawChoice = {
  withdraw: boolean;
};
