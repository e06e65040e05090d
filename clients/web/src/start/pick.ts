// What this person chose to fight last, and the name they go by: kept on this device, so that one tap is enough.
import type { Catalog, Preset } from 'muster-client';

import { t } from '../lib/i18n.svelte';
import { keptSeats } from '../lib/seats.svelte';
import { presetWord, rulesetWord } from '../lib/words';
import { presetsOf } from './presets';

export interface Pick {
  catalog: Catalog;
  preset: Preset;
}

const pickKey = 'muster.pick';
const nameKey = 'muster.name';

function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return ''; // storage forbidden
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage it is asked for anew by the next page.
  }
}

export function rememberPick({ catalog, preset }: Pick): void {
  keep(pickKey, JSON.stringify([catalog.id, preset.preset, preset.title]));
}

/** Ruleset, preset and its title; of a device that chose nothing yet, at most the rules it played last. */
function keptPick(): [string, string, string] {
  try {
    const [ruleset, preset, title] = JSON.parse(kept(pickKey)) as unknown[];
    return [String(ruleset), String(preset), String(title)];
  } catch {
    return [keptSeats()[0]?.ruleset ?? '', '', '']; // nothing kept, or not ours
  }
}

/** The preset of that name, else the first. */
export function pickOf(catalog: Catalog, name = ''): Pick {
  const presets = presetsOf(catalog);
  return { catalog, preset: presets.find(({ preset }) => preset === name) ?? presets[0]! };
}

/** The last choice of this device, else the first there is. */
export function pickFrom(all: readonly Catalog[]): Pick | null {
  const [ruleset, preset] = keptPick();
  const catalog = all.find(({ id }) => id === ruleset) ?? all[0];
  return catalog ? pickOf(catalog, preset) : null;
}

/** What the last choice goes by, told before the server was asked. */
export function keptPickWords(): string {
  const [ruleset, preset, title] = keptPick();
  const words = ruleset && rulesetWord(ruleset);
  const chosen = presetWord(ruleset, preset, { title, summary: '' }).title;
  return words && chosen ? t.common.pair({ what: words, value: chosen }) : words;
}

export function rememberName(name: string): void {
  keep(nameKey, name.trim());
}

/** The name this device plays under; a seat's own name was given to those who said none. */
export function nameHere(): string {
  return kept(nameKey) || (keptSeats().find(({ name, seat }) => name !== '' && name !== seat)?.name ?? t.common.guest);
}
