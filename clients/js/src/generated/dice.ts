// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type DiceSetup = {
  /** the others must say yes before a throw is rolled */
  ask_first?: boolean;
  /** names of the seats: small letters, digits and _, each once */
  seats: string[];
  /** after so many the table is closed */
  throws?: number;
};

export type DiceThrowRefusedData = {
  by: string[];
  for: string;
  roll: string;
  seat: string;
};

export type DiceThrownData = {
  for: string;
  groups: {
    dice: number[];
    dropped?: number[];
    hits?: number;
    roll: string;
    total: number;
  }[];
  hits?: number;
  roll: string;
  seat: string;
  throw: number;
  total: number;
};

export type DiceAgreeOptions = {
  for: string;
  roll: string;
  seat: string;
};

export type DiceAgreeChoice = {
  /** whether it may be rolled */
  agree: boolean;
};

export type DiceThrowOptions = {
  /** so many throws until the table is closed */
  left: number;
};

export type DiceThrowChoice = {
  /** what it is for, in your own words */
  for?: string;
  /** like 8d6>=5, 4d6kh3+2 or d20+5, 2d8 */
  roll: string;
};

export type DiceThrowMeaning = {
  dice: number;
  hits_most: number;
  least: number;
  most: number;
  roll: string;
};
