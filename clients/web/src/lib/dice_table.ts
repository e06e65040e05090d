// Tables where dice are thrown and nothing is fought: nobody wins there, and it is nobody's turn. Known by how their players are asked, as
// src/battle/throws/is_table.ts knows it of a battle.
import rulesets from 'virtual:rulesets';

import { known } from './known';

export const isTable = (ruleset: string): boolean => known(rulesets, ruleset)?.table === true;

/** The ruleset of such tables. */
export const diceTable = Object.keys(rulesets).find(isTable)!;
