// The rules in steps and the rulings, in a language: much text, and only the rules' own page needs it.
import type { RulesetTexts } from '../texts/en/rulings';
import type { Language } from './i18n.svelte';

const loaders: Record<Language, () => Promise<{ default: Record<string, RulesetTexts> }>> = {
  en: () => import('../texts/en/rulings'),
  de: () => import('../texts/de/rulings'),
};

/** Nothing for a ruleset that this page does not know. */
export async function rulingsOf(ruleset: string, language: Language): Promise<RulesetTexts | null> {
  const { default: texts } = await loaders[language]();
  return Object.hasOwn(texts, ruleset) ? texts[ruleset]! : null;
}
