// The rules in steps and the rulings: much text, and only the rules' own page needs it.
import rulesets from 'virtual:rulesets';

import { t } from './i18n.svelte';
import { known } from './known';

export interface Ruling {
  id: string;
  question: string;
  answer: string;
}
export interface RulesetTexts {
  steps: string[];
  rulings: Ruling[];
}

/** Its own, else those of what it uses. Nothing for a ruleset that this page does not know. */
export function rulingsOf(ruleset: string): RulesetTexts | null {
  const texts = [ruleset, ...(known(rulesets, ruleset)?.uses ?? [])].map((each) => known(t.rulings, each)).find(Boolean);
  if (!texts) return null;
  const rulings = Object.entries<Omit<Ruling, 'id'>>(texts.rulings).map(([id, ruling]) => ({ id, ...ruling }));
  return { steps: Object.values<string>(texts.steps), rulings };
}
