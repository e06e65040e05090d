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
const needed = new Set<Namespace>(namespacesOf('every'));
const here = new SvelteMap<Namespace, Texts[Namespace]>();
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

function fetched(of: string, names: Namespace[]): Promise<[Namespace, Texts[Namespace]][]> {
  return Promise.all(names.map(async (name): Promise<[Namespace, Texts[Namespace]]> => [name, (await loaders[of]![name]()).default]));
}

/** Until these texts are there, now and whenever another language is chosen. */
export async function needTexts(group: TextGroup): Promise<void> {
  const names = namespacesOf(group);
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
  const found = new Map<Namespace, Texts[Namespace]>();
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
    const texts = here.get(name as Namespace);
    if (!texts) throw new Error(`the texts of ${String(name)} are not here: who shows them asks for them first (needTexts)`);
    return texts;
  },
});
