// What this person chose to fight last, and the name they go by: kept on this device, so that one tap is enough.
import type { Catalog, Preset } from 'muster-client';
import battles from 'virtual:first-battles';

import { t } from '../lib/i18n.svelte';
import { keptSeats } from '../lib/seats.svelte';
import { spelled } from '../lib/words';
import { presetsOf } from './presets';

export interface Pick {
  catalog: Catalog;
  preset: Preset;
}

const pickKey = 'muster.pick';
const nameKey = 'muster.name';

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage forbidden
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage it is asked for anew by the next page.
  }
}

/** Where nobody wins nothing is fought, against the server or a friend. */
export function rememberPick({ catalog, preset }: Pick): void {
  if (catalog.contest !== false) keep(pickKey, JSON.stringify([catalog.id, preset.preset, preset.title]));
}

/** A pick by its names, as it is kept. */
export interface PickNames {
  ruleset: string;
  rules: string;
  preset: string;
  title: string;
}

/** A battle of each ruleset, for who has not asked the server yet. */
export const firstPicks: readonly PickNames[] = battles;

function firstOf(ruleset: string): PickNames {
  return battles.find((each) => each.ruleset === ruleset) ?? { ruleset, rules: spelled(ruleset), preset: '', title: '' };
}

/** The last choice of this device; of one that chose nothing yet, the rules it played last, else the first there are. */
export function keptPick(): PickNames {
  try {
    const [ruleset, preset, title] = JSON.parse(kept(pickKey) ?? '') as unknown[];
    return { ...firstOf(String(ruleset)), preset: String(preset), title: String(title) };
  } catch {
    const played = keptSeats().find((seat) => battles.some(({ ruleset }) => ruleset === seat.ruleset));
    return firstOf(played?.ruleset ?? battles[0]!.ruleset); // nothing kept, or not ours
  }
}

/** The preset of that name, else the first. */
export function pickOf(catalog: Catalog, name = ''): Pick {
  const presets = presetsOf(catalog);
  return { catalog, preset: presets.find(({ preset }) => preset === name) ?? presets[0]! };
}

/** The last choice of this device, else the first there is. */
export function pickFrom(all: readonly Catalog[]): Pick | null {
  const { ruleset, preset } = keptPick();
  const catalog = all.find(({ id }) => id === ruleset) ?? all[0];
  return catalog ? pickOf(catalog, preset) : null;
}

export function rememberName(name: string): void {
  keep(nameKey, name.trim());
}

/** The name this device is known to play under, if any; a seat's own name was given to those who said none. Who has emptied it says none. */
export function nameKept(): string {
  return kept(nameKey) ?? (keptSeats().find(({ name, seat }) => name !== '' && name !== seat)?.name ?? '');
}

export function nameHere(): string {
  return nameKept() || t.common.guest;
}
