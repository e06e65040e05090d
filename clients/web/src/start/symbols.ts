// What stands for a ruleset at a glance: as its description says. One that is newer than the page has the symbol of what nobody knows.
import rulesets from 'virtual:rulesets';

import { known } from '../lib/known';

export function symbolsOf(ruleset: string): readonly string[] {
  return known(rulesets, ruleset)?.symbols ?? ['generic'];
}
