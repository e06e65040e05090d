// The rules in steps and the rulings: much text, and only the rules' own page needs it.
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

/** What is played as another ruleset is told as that one is. */
const toldAs: Record<string, string> = { 'fleet-combat': 'phased-combat' };

/** Nothing for a ruleset that this page does not know. */
export function rulingsOf(ruleset: string): RulesetTexts | null {
  const texts = known(t.rulings, toldAs[ruleset] ?? ruleset);
  if (!texts) return null;
  const rulings = Object.entries<Omit<Ruling, 'id'>>(texts.rulings).map(([id, ruling]) => ({ id, ...ruling }));
  return { steps: Object.values<string>(texts.steps), rulings };
}
