// The texts in the language of the person: t.common.retry, t.battle.lost(3). Reactive: a change shows everywhere at once.
// A language is a folder in src/texts with the keys of src/texts/en; the compiler finds what is missing.
import en from '../texts/en';

export type Texts = typeof en;
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const key = 'muster.language';
// English comes with the page; others when they are chosen.
const loaders: Record<Language, () => Promise<{ default: Texts }>> = {
  en: async () => ({ default: en }),
  de: () => import('../texts/de'),
};

const current = $state<{ language: Language; texts: Texts }>({ language: 'en', texts: en });

function wanted(): Language {
  const kept = localStorage.getItem(key);
  if (kept && kept in languages) return kept as Language;
  const own = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in languages);
  return (own as Language | undefined) ?? 'en';
}

export function language(): Language {
  return current.language;
}

/** The language as its region writes it, where the device tells one: en-GB writes times and dates otherwise than en-US. */
export function locale(): string {
  return navigator.languages.find((each) => each.startsWith(`${current.language}-`)) ?? current.language;
}

export async function useLanguage(next: Language): Promise<void> {
  current.texts = (await loaders[next]()).default;
  current.language = next;
  document.documentElement.lang = next;
}

export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(key, next);
  await useLanguage(next);
}

export function startLanguage(): Promise<void> {
  return useLanguage(wanted());
}

export const t = {
  get common() { return current.texts.common; },
  get clock() { return current.texts.clock; },
  get start() { return current.texts.start; },
  get lobby() { return current.texts.lobby; },
  get battle() { return current.texts.battle; },
  get replay() { return current.texts.replay; },
  get map() { return current.texts.map; },
  get nudges() { return current.texts.nudges; },
  get orders() { return current.texts.orders; },
  get rules() { return current.texts.rules; },
};
