// What is fought in each ruleset: the ruleset's own example, or one of the tests' setups where that may be over before anybody is asked.
import { clash, seaFight, siege, skirmish } from '../support/setups.mjs';

/** `seat`: the person's; `of`: what is fought, of what the catalog has */
export const battles = {
  'advanced-combat': { seat: 'attacker', other: 'defender', setup: siege },
  'phased-combat': { seat: 'attacker', other: 'defender', setup: clash },
  'fleet-combat': { seat: 'attacker', other: 'defender', setup: seaFight },
  armies: { seat: 'attacker', other: 'defender' },
  'simple-combat': { seat: 'north', other: 'south', setup: skirmish },
  theatre: { seat: 'north', other: 'south', of: ({ presets }) => ({ ...presets.find(({ preset }) => preset === 'two_dales').setup, turns: 2 }) },
};
