// The texts in the language of the person: t.common.retry, t.battle.wins({ who }). Reactive: a change shows everywhere at once.
// Texts come when a page or a part of one needs them, in the one language that is read: which ones, text_groups.json says.
import { SvelteMap } from 'svelte/reactivity';
import { languages, loaders, type Texts } from 'virtual:texts';

import groups from './text_groups.json';

export { languages, type Texts };
type Namespace = keyof Texts;
/** What is needed together: by a page, or by a part of one. */
export type TextGroup = keyof typeof groups;

const key = 'muster.language';
const original = 'en';
const needed = new Set<string>(namespacesOf('every'));
const here = new SvelteMap<string, object>();
/** Texts that are no namespace of the page's: by a name of their own, what brings them in a language. */
const others = new Map<string, (language: string) => Promise<object>>();
let current = $state(original);

function namespacesOf(group: TextGroup): Namespace[] {
  return groups[group] as Namespace[];
}

function wanted(): string {
  const kept = localStorage.getItem(key);
  if (kept && Object.hasOwn(languages, kept)) return kept;
  return navigator.languages.map((each) => each.slice(0, 2)).find((each) => Object.hasOwn(languages, each)) ?? original;
}

export function language(): string {
  return current;
}

/** The language as its region writes it, where the device tells one: en-GB writes times and dates otherwise than en-US. */
export function locale(): string {
  return navigator.languages.find((each) => each.startsWith(`${current}-`)) ?? current;
}

function fetched(of: string, names: string[]): Promise<[string, object][]> {
  return Promise.all(
    names.map(async (name): Promise<[string, object]> => {
      const other = others.get(name);
      return [name, other ? await other(of) : (await loaders[of]![name as Namespace]()).default];
    }),
  );
}

/** Until these texts are there, now and whenever another language is chosen. */
export const needTexts = (group: TextGroup): Promise<void> => needNames(namespacesOf(group));

/** The same of texts that stand elsewhere: `load` brings them in a language, `otherTexts` has them then. */
export function needOtherTexts(name: string, load: (language: string) => Promise<object>): Promise<void> {
  others.set(name, load);
  return needNames([name]);
}

/** In the language of the person. */
export const otherTexts = (name: string): object | undefined => here.get(name);

async function needNames(names: string[]): Promise<void> {
  names.forEach((name) => needed.add(name));
  for (let lacking; (lacking = names.filter((name) => !here.has(name))).length > 0; ) {
    const asked = current;
    const found = await fetched(asked, lacking);
    if (asked === current) found.forEach(([name, texts]) => here.set(name, texts));
  }
}

/** A part of the page, with the texts that it shows. */
export async function withTexts<Part>(group: TextGroup, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), needTexts(group)]);
  return part;
}

export async function useLanguage(next: string): Promise<void> {
  const found = new Map<string, object>();
  // What is asked for meanwhile comes along.
  for (let lacking; (lacking = [...needed].filter((name) => !found.has(name))).length > 0; )
    for (const [name, texts] of await fetched(next, lacking)) found.set(name, texts);
  found.forEach((texts, name) => here.set(name, texts));
  current = next;
  document.documentElement.lang = next;
}

export async function chooseLanguage(next: string): Promise<void> {
  localStorage.setItem(key, next);
  await useLanguage(next);
}

export function startLanguage(): Promise<void> {
  current = wanted();
  return useLanguage(current);
}

export const t = new Proxy({} as Texts, {
  get(_, name) {
    const texts = here.get(String(name));
    if (!texts) throw new Error(`the texts of ${String(name)} are not here: who shows them asks for them first (needTexts)`);
    return texts;
  },
});
