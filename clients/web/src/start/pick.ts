// What this person chose to fight last, and the name they go by: kept on this device, so that one tap is enough.
import type { Catalog, Preset } from 'muster-client';

import { t } from '../lib/i18n.svelte';
import { keptSeats } from '../lib/seats.svelte';
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

export function rememberPick(ruleset: string, preset: string): void {
  keep(pickKey, `${ruleset} ${preset}`);
}

/** The last choice of this device, else a battle of the rules it played last, else the first there is. */
export function pickFrom(all: readonly Catalog[]): Pick | null {
  const [ruleset = '', preset = ''] = kept(pickKey).split(' ');
  const catalog = [ruleset, keptSeats()[0]?.ruleset].map((id) => all.find((each) => each.id === id)).find(Boolean) ?? all[0];
  if (!catalog) return null;
  const presets = presetsOf(catalog);
  return { catalog, preset: presets.find((each) => each.preset === preset) ?? presets[0]! };
}

export function rememberName(name: string): void {
  keep(nameKey, name.trim());
}

/** The name this device plays under; a seat's own name was given to those who said none. */
export function nameHere(): string {
  return kept(nameKey) || (keptSeats().find(({ name, seat }) => name !== '' && name !== seat)?.name ?? t.lobby.guest);
}
