// What the server tells of a ruleset is English. Other languages tell it here; whatever is missing is shown as the server has it.
interface RulesetWords {
  title: string;
  summary: string;
  credits?: string;
}
export interface PresetWords {
  title: string;
  summary: string;
}
interface HouseRuleWords {
  question: string;
  values: Record<string, string>;
}

const rulesets: Record<string, RulesetWords> = {};
const houseRules: Record<string, HouseRuleWords> = {};
/** By ruleset and preset, 'armies/phalanx': the catalog's own are English. */
const presets: Record<string, PresetWords> = {};
const units: Record<string, string> = {};
const weapons: Record<string, string> = {};

export default {
  rulesets,
  houseRules,
  presets,
  units,
  weapons,
  title: 'Rules',
  intro: 'Muster knows these games’ ways of fighting a battle. Each is told in our own words; what the sources leave open is settled by rulings, some of which you may switch.',
  read: 'Read the rules',
  play: 'Start a battle with these rules',
  all: 'All rules',
  unknown: (id: string) => `This server knows no rules called “${id}”.`,
  how: 'How it is fought',
  rulings: 'Rulings',
  rulingsNote: 'What the source leaves open, and how Muster plays it.',
  roster: 'Units',
  rosterNote: 'Pips show the era. A star marks enhanced pieces.',
  weaponsTitle: 'Weapons',
  weaponsNote: 'For each range, what a die must reach to hit and then to damage. A dash: cannot fire so far.',
  houseRulesTitle: 'House rules',
  houseRulesNote: 'What the source leaves open. You choose when you start a battle; the default stands first.',
  noHouseRules: 'There is nothing to switch in these rules.',
  default: 'default',
  credits: 'Credits',
  licence: 'Licence of the source',
  version: (version: number) => `Version ${version} of these rules`,
  column: {
    unit: 'Unit', kind: 'Kind', era: 'Era', modifier: 'Modifier', enhanced: 'Enhanced', strength: 'Strength',
    move: 'Moves', armour: 'Armour', capacity: 'Damage capacity', weapons: 'Weapons', points: 'Points',
    weapon: 'Weapon', range: (range: number) => `Range ${range}`, power: 'Power', special: 'Special',
  },
  twin: 'twin: a pair fired together aims worse by 1',
  indirect: 'indirect: needs no line of sight',
  kinds: { infantry: 'Infantry', cavalry: 'Cavalry', artillery: 'Artillery', fleet: 'Fleet', aircraft: 'Aircraft' } as Record<string, string>,
  eras: ['Ancient', 'Medieval', 'Industrial', 'Modern'] as string[],
  dice: {
    title: 'How the dice are proved',
    lead: 'Nobody has to trust the server: every die can be checked afterwards, in your browser, by your own computer.',
    steps: [
      'When a battle is made, the server draws a secret and shows its fingerprint at once. From then on it can change neither.',
      'Each player’s browser may add a random number of its own when it takes a seat. Whoever does so knows that nobody could plan the dice in advance.',
      'Everything the players do is chained, step by step. Each roll is worked out from the secret and the chain as it stands: nobody can know a die before the choice it follows has been made.',
      'When the battle is over the server opens the secret. The page then works out every roll once more and compares. One changed die, choice or word of the record, and the check turns red.',
    ],
    limit: 'What this cannot show: at what times things happened, and what was said in the chat. And it says nothing about a battle that is still running, since its secret is still kept.',
    try: 'Open any finished battle and choose “Verify”.',
    link: 'Finished battles',
  },
};
