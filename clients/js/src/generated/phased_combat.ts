// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type PhasedCombatSetup = {
  attacker: {
    aircraft?: {
      count: number;
      /** an aircraft's id in the roster */
      unit: string;
    }[];
    /** empty only where aircraft may come alone */
    army: {
      count: number;
      enhanced?: boolean;
      /** a unit's id in the roster */
      unit: string;
    }[];
  };
  defender: {
    aircraft?: {
      count: number;
      /** an aircraft's id in the roster */
      unit: string;
    }[];
    /** empty only where aircraft may come alone */
    army: {
      count: number;
      enhanced?: boolean;
      /** a unit's id in the roster */
      unit: string;
    }[];
  };
  /** the defender owns the Great Wall; it counts in a settlement only */
  great_wall?: boolean;
  house_rules?: {
    /** a side may come with aircraft alone */
    air_alone?: boolean;
    /** dice and hits of an aircraft: strength: as its strength; modern: 4 */
    air_era?: 'strength' | 'modern';
    /** hits by aircraft that can't bring down any of the enemy's remaining ones: kept: they carry over to the next phase; lost */
    air_leftover?: 'kept' | 'lost';
    /** a settlement and the Great Wall weaken the attacker's aircraft too */
    air_penalty?: boolean;
  };
  /** the regions near the battle */
  retreat_regions?: {
    control: 'attacker' | 'neutral' | 'other';
    name: string;
    /** a region with one is not neutral */
    undefended_city?: boolean;
  }[];
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
  /** the defender stands in a settlement */
  settlement?: boolean;
};

export type PhasedCombatCasualtiesTakenData = {
  kept: number;
  lost: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
  seat: string;
};

export type PhasedCombatHitsDealtData = {
  class: ('infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft') | null;
  hits: number;
  seat: string;
};

export type PhasedCombatPhaseStartedData = {
  phase: string;
  round: number;
};

export type PhasedCombatRetreatedData = {
  region: string | null;
};

export type PhasedCombatRoundStartedData = {
  round: number;
};

export type PhasedCombatCasualtiesOptions = {
  candidates: {
    class: 'infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft';
    count: number;
    enhanced: boolean;
    /** how many hits one of them takes (aircraft: its strength) */
    era: number;
    unit: string;
  }[];
  /** hit first; null if none was named */
  class: ('infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft') | null;
  /** takes the hits until none of it can be killed: the class named, or aircraft in their phase; null: none does */
  first: ('infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft') | null;
  /** new ones */
  hits: number;
  /** older hits that couldn't be placed so far */
  kept: number;
};

export type PhasedCombatCasualtiesChoice = {
  /** each takes as many hits as its era (aircraft: its strength) */
  units: {
    count: number;
    enhanced?: boolean;
    unit: string;
  }[];
};

export type PhasedCombatCasualtiesMeaning = {
  fault?: {
    enhanced?: boolean;
    /** what can still be killed, if that is the fault */
    unit?: string;
    /** more than the hits can kill; what is hit first can still be killed; aircraft are alive, and nothing else is hit; the hits that are left can kill */
    why: 'too_many' | 'first' | 'aircraft' | 'left_over';
  };
  /** and the hits they don't take; below 0: they would take more than there are */
  left: number;
  /** the hits that are left don't carry over: aircraft outlived them */
  lost?: boolean;
  /** hits that these losses take */
  used: number;
};

export type PhasedCombatHitClassOptions = {
  /** classes the enemy has */
  classes: ('infantry' | 'cavalry' | 'artillery' | 'fleet' | 'aircraft')[];
  hits: number;
};

export type PhasedCombatHitClassChoice = {
  /** infantry, cavalry or artillery; the enemy must have some */
  class: string;
};

export type PhasedCombatRetreatOptions = {
  /** there is nowhere to go: retreating loses the army */
  destroyed: boolean;
  regions: string[];
};

export type PhasedCombatRetreatChoice = {
  /** the destination; left out if there is nowhere to go */
  region?: string | null;
  retreat: boolean;
};
