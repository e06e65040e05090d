// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type TheatreSetup = {
  /** the map's order is this list's */
  areas: {
    /** a word: small letters, digits, _ */
    area: string;
    /** a city needs 6 population here instead of 12 */
    city_site?: boolean;
    /** areas with the same word share one */
    flood_plain?: string | null;
    /** tokens that the land feeds; left out of open sea alone */
    limit?: number | null;
    name?: string;
    /** only ships with Astronomy pass, none stays */
    open_sea?: boolean;
    /** areas with the same word share one */
    volcano?: string | null;
  }[];
  /** without it there are none */
  calamities?: {
    /** each nation of two cities or more rolls for them */
    dice?: boolean;
    listed?: {
      calamity:
        | 'earthquake'
        | 'famine'
        | 'superstition'
        | 'civil_war'
        | 'slave_revolt'
        | 'flood'
        | 'barbarians'
        | 'epidemic'
        | 'civil_disorder'
        | 'iconoclasm';
      seat: string;
      turn: number;
    }[];
  } | null;
  house_rules?: {
    /** all move at once, holders of Military after the others */
    sealed_movement?: boolean;
  };
  /** borders, each pair once */
  land?: string[][];
  /** their order breaks all ties */
  nations: {
    /** at most once each */
    advances?: (
      | 'metalworking'
      | 'military'
      | 'mathematics'
      | 'roadbuilding'
      | 'cloth_making'
      | 'astronomy'
      | 'engineering'
      | 'agriculture'
      | 'architecture'
      | 'coinage'
      | 'medicine'
      | 'music'
      | 'drama'
      | 'democracy'
      | 'law'
      | 'philosophy'
      | 'theology'
      | 'mysticism'
      | 'deism'
      | 'enlightenment'
    )[];
    /** army tokens by area */
    armies?: {
      [k: string]: number;
    };
    /** areas */
    cities?: string[];
    /** levels granted by other rules */
    extra_advantage?: number;
    name?: string;
    /** tokens by area */
    population?: {
      [k: string]: number;
    };
    /** a word: small letters, digits, _ */
    seat: string;
    /** ships by coast */
    ships?: {
      [k: string]: number;
    };
    /** areas where barbarians come; without it, where it begins */
    start?: string[] | null;
    treasury?: number;
  }[];
  /** of each nation */
  pieces?: {
    armies?: number;
    cities?: number;
    ships?: number;
    tokens?: number;
  };
  turns: number;
  /** borders, each pair once */
  water?: string[][];
};

export type TheatreAnnexedData = {
  of: string;
  seat: string;
  units: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreArmyDisbandedData = {
  area: string;
  seat: string;
};

export type TheatreBarbariansMovedData = {
  from: string | null;
  to: string | null;
  tokens: number;
};

export type TheatreBuiltData = {
  areas: {
    area: string;
    build_armies?: number;
    build_ships?: number;
    keep_armies?: number;
    keep_ships?: number;
    /** so much of the cost is population from there */
    levy?: number;
  }[];
  lost: {
    armies: number;
    ships: number;
  };
  paid: number;
  release: number;
  seat: string;
};

export type TheatreCalamityStruckData = {
  calamity:
    | 'earthquake'
    | 'famine'
    | 'superstition'
    | 'civil_war'
    | 'slave_revolt'
    | 'flood'
    | 'barbarians'
    | 'epidemic'
    | 'civil_disorder'
    | 'iconoclasm';
  seat: string;
};

export type TheatreCensusTakenData = {
  order: string[];
  tokens: {
    [k: string]: number;
  };
};

export type TheatreCityAssaultedData = {
  area: string;
  attackers: number;
  falls: boolean;
  needed: number;
  owner: string;
  placed: number;
  seat: string;
};

export type TheatreCityFoundedData = {
  area: string;
  population: number;
  seat: string;
  treasury: number;
};

export type TheatreCityReducedData = {
  area: string;
  population: number;
  seat: string;
};

export type TheatreCivilWarAvertedData = {
  seat: string;
};

export type TheatreCivilWarBeganData = {
  beneficiary: string;
  population: {
    [k: string]: number;
  };
  seat: string;
};

export type TheatreConflictData = {
  area: string;
  limit: number;
  removed: string[][];
  sides: {
    armies: number;
    before: number;
    level: number;
    population: number;
    seat: string;
  }[];
};

export type TheatreExpandedData = {
  areas: {
    [k: string]: number;
  };
  seat: string;
};

export type TheatreLossesTakenData = {
  area: string;
  armies: number;
  population: number;
  seat: string;
};

export type TheatreMovedData = {
  marches: {
    armies?: number;
    from: string;
    population?: number;
    to: string;
  }[];
  seat: string;
  step: number;
  voyages: {
    cargo?: {
      armies?: number;
      /** a later one */
      off?: number;
      /** a place of the route, 0: the harbour that the ship leaves */
      on?: number;
      population?: number;
    }[];
    /** the areas that the ship enters, the last not open sea */
    route: string[];
    ship: string;
  }[];
};

export type TheatrePillagedData = {
  area: string;
  seat: string;
  tokens: number;
};

export type TheatreSurplusRemovedData = {
  area: string;
  armies: number;
  population: number;
  seat: string;
};

export type TheatreTaxedData = {
  seat: string;
  tokens: number;
};

export type TheatreTurnEndedData = {
  nations: {
    armies: number;
    cities: number;
    population: number;
    score: number;
    seat: string;
    ships: number;
    stock: number;
    treasury: number;
  }[];
  turn: number;
};

export type TheatreTurnStartedData = {
  turn: number;
};

export type TheatreUnitsLostData = {
  seat: string;
  units: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreAllotOptions = {
  calamity:
    | 'earthquake'
    | 'famine'
    | 'superstition'
    | 'civil_war'
    | 'slave_revolt'
    | 'flood'
    | 'barbarians'
    | 'epidemic'
    | 'civil_disorder'
    | 'iconoclasm';
  caps: {
    [k: string]: number;
  };
  total: number;
};

export type TheatreAllotChoice = {
  /** what each loses */
  seats?: {
    [k: string]: number;
  };
};

export type TheatreBuildOptions = {
  areas: {
    area: string;
    armies: number;
    coast: boolean;
    population: number;
    ships: number;
    units: boolean;
  }[];
  armies: number;
  ships: number;
  treasury: number;
};

export type TheatreBuildChoice = {
  areas?: {
    area: string;
    build_armies?: number;
    build_ships?: number;
    keep_armies?: number;
    keep_ships?: number;
    /** so much of the cost is population from there */
    levy?: number;
  }[];
  /** treasury tokens that return to stock */
  release?: number;
};

export type TheatreExpandOptions = {
  caps: {
    [k: string]: number;
  };
  total: number;
};

export type TheatreExpandChoice = {
  /** how many tokens grow where */
  areas?: {
    [k: string]: number;
  };
};

export type TheatreFactionOptions = {
  calamity:
    | 'earthquake'
    | 'famine'
    | 'superstition'
    | 'civil_war'
    | 'slave_revolt'
    | 'flood'
    | 'barbarians'
    | 'epidemic'
    | 'civil_disorder'
    | 'iconoclasm';
  city: number;
  of: string;
  points: number;
  spare: number;
  units: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreFactionChoice = {
  units?: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreFoundOptions = {
  areas: {
    area: string;
    needed: number;
    population: number;
  }[];
  cities: number;
  treasury: number;
};

export type TheatreFoundChoice = {
  cities?: {
    area: string;
    /** so much of it the treasury pays */
    treasury?: number;
  }[];
};

export type TheatreKeepOptions = {
  choices: {
    faction: 'first' | 'second';
    units: {
      area: string;
      armies?: number;
      city?: boolean;
      population?: number;
    }[];
  }[];
};

export type TheatreKeepChoice = {
  faction: 'first' | 'second';
};

export type TheatreLoseOptions = {
  calamity:
    | 'earthquake'
    | 'famine'
    | 'superstition'
    | 'civil_war'
    | 'slave_revolt'
    | 'flood'
    | 'barbarians'
    | 'epidemic'
    | 'civil_disorder'
    | 'iconoclasm';
  city: number;
  points: number;
  spare: number;
  units: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreLoseChoice = {
  units?: {
    area: string;
    armies?: number;
    city?: boolean;
    population?: number;
  }[];
};

export type TheatreLossesOptions = {
  areas: {
    area: string;
    armies: number;
    lost: number;
    population: number;
  }[];
};

export type TheatreLossesChoice = {
  /** so many of the lost tokens are armies */
  armies?: {
    [k: string]: number;
  };
};

export type TheatreMoveOptions = {
  open_sea: string[];
  range: number;
  ships: {
    area: string;
    ships: number;
  }[];
  step: number;
  tokens: {
    area: string;
    armies: number;
    population: number;
    to: string[];
  }[];
  water: {
    [k: string]: string[];
  };
};

export type TheatreMoveChoice = {
  marches?: {
    armies?: number;
    from: string;
    population?: number;
    to: string;
  }[];
  voyages?: {
    cargo?: {
      armies?: number;
      /** a later one */
      off?: number;
      /** a place of the route, 0: the harbour that the ship leaves */
      on?: number;
      population?: number;
    }[];
    /** the areas that the ship enters, the last not open sea */
    route: string[];
    ship: string;
  }[];
};

export type TheatreMoveMeaning = {
  /** by the map; of areas in which something is lost */
  fights: {
    area: string;
    /** on a city, if attackers are left to make one */
    assault?: {
      attacker: string;
      defender: string;
      falls: boolean;
      needed: number;
    };
    /** who has tokens there before or afterwards, in their order */
    sides: {
      left: number;
      seat: string;
      tokens: number;
    }[];
  }[];
};

export type TheatreReduceOptions = {
  areas: string[];
  count: number;
};

export type TheatreReduceChoice = {
  /** in the order in which the cities fall */
  areas?: string[];
};

export type TheatreSiteOptions = {
  calamity:
    | 'earthquake'
    | 'famine'
    | 'superstition'
    | 'civil_war'
    | 'slave_revolt'
    | 'flood'
    | 'barbarians'
    | 'epidemic'
    | 'civil_disorder'
    | 'iconoclasm';
  choices: string[];
};

export type TheatreSiteChoice = {
  area: string;
};

export type TheatreSupportOptions = {
  choices: {
    area: string;
    give_up: 'army' | 'city';
  }[];
  missing: number;
};

export type TheatreSupportChoice = {
  area: string;
  give_up: 'army' | 'city';
};

export type TheatreTaxOptions = {
  cities: number;
  stock: number;
};

export type TheatreTaxChoice = {
  /** tokens for each city */
  rate: number;
};
