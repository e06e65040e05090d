// How battles of a ruleset are told and shown: for the rulesets that this page was built with it comes in a file of its own for each language, for
// any other the server tells it.
import { MusterError } from 'muster-client';
import { describeRuleset, descriptionOf } from 'muster-client/table';
import { descriptions, type Telling } from 'virtual:descriptions';
import { needOtherTexts, otherTexts } from './i18n.svelte';
import { known } from './known';

const nameOf = (ruleset: string) => `ruleset ${ruleset}`;

async function fetched(ruleset: string, language: string): Promise<Telling> {
  const load = known(descriptions, ruleset)?.[language] ?? (async () => (await import('./descriptions_told')).askedFor(ruleset, language));
  const { description, texts } = await load();
  if (!descriptionOf(ruleset)) describeRuleset(ruleset, description);
  return texts;
}

/** There is none: an older server, or a ruleset that this one has no longer. */
function none(error: unknown): Telling {
  if (error instanceof MusterError && error.refusal.code !== 'unreachable') return {};
  throw error;
}

/** Until it is here. Where there is none, battles are told from their data; what did not come is asked for again the next time. */
export function needDescription(ruleset: string): Promise<void> {
  return needOtherTexts(nameOf(ruleset), (language) => fetched(ruleset, language).catch(none));
}

/** What a sentence or a word of a ruleset's texts says; null: there is none. */
export function toldBy(ruleset: string, part: string, name: string, values: Readonly<Record<string, string | number>> = {}): string | null {
  const texts = otherTexts(nameOf(ruleset)) as Telling | undefined;
  const message = texts && known(known(texts, part) ?? {}, name);
  return message === undefined ? null : typeof message === 'string' ? message : message(values);
}
