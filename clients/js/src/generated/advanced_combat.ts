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
    /** how many of them the side controls */
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
    /** how many of them the side controls */
    technologies?: number;
  };
  house_rules?: {
    /** the defender's aircraft count among a settlement's defenders */
    air_defends?: boolean;
    /** paired: an aircraft dies with its unit; per_unit: each unit lost from the supported class takes one with it */
    air_loss?: 'paired' | 'per_unit';
    /** which pieces of a class count for matchups: best: the newest; worst: the oldest; same_era: each only against its own era; oldest_era: any, each at the era of the oldest */
    cia?: 'best' | 'worst' | 'same_era' | 'oldest_era';
    /** total: units x lead, halved and rounded down; pair: units x half the lead, rounded down */
    science_rounding?: 'total' | 'pair';
    /** if neither side can ever kill anything: the attacker is repulsed, or withdraws freely; both keep their units. attacker_withdraws_freely: older word for free_withdrawal */
    standoff?: 'repulse' | 'free_withdrawal' | 'attacker_withdraws_freely';
    /** the smaller army declares its air support before the larger one chooses its wave */
    support_first?: boolean;
    /** the attacker may withdraw between phases */
    withdraw?: boolean;
  };
  /** units in addition to the standard ones, or replacing them */
  roster?: {
    class: 'infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft';
    /** added to the modifier; 0 if left out */
    enhanced_modifier?: number | null;
    /** required, except for aircraft */
    era?: number | null;
    /** 0 if left out */
    modifier?: number | null;
    name?: string;
    /** aircraft only */
    strength?: number | null;
    /** an id: lower-case letters, digits and _ */
    unit: string;
  }[];
  /** absent or null: open field */
  settlement?: {
    /** the newest era present if left out */
    current_era?: number | null;
    /** counts only in the ancient era */
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
  /** the units in the wave */
  classes: string[];
  /** exactly this many aircraft with the units of each class */
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
  /** which aircraft fly with which units; if left out, the strongest fly with those that would die last */
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
    /** how many of them have an aircraft with them */
    supported: number;
    unit: string;
  }[];
  damage: number;
  /** exactly this many of each era */
  must_lose: {
    count: number;
    era: number;
  }[];
};

export type AdvancedCombatCasualtiesChoice = {
  units: {
    count: number;
    enhanced?: boolean;
    /** how many of them have an aircraft with them; if left out, those without one die first */
    supported?: number | null;
    unit: string;
  }[];
};

export type AdvancedCombatCasualtiesMeaning = {
  /** aircraft lost along with them */
  aircraft: {
    count: number;
    unit: string;
  }[];
  /** for each type lost: how many of those lost can have an aircraft with them */
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
  /** how many units go forward */
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
