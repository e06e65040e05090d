// Balanced battles with a name, as the catalog has them; a server without presets has its example.
import type { Catalog, JsonObject, Preset } from 'muster-client';

import canonicalize from 'canonicalize';
import { t } from '../lib/i18n.svelte';
import { presetWord } from '../lib/words';
import { wholeSetup } from './setups';

const onlyExample = 'example';

export function presetsOf(catalog: Catalog): Preset[] {
  const known = catalog.presets as Preset[] | undefined;
  if (known?.length) return known;
  return [{ preset: onlyExample, title: t.common.example, summary: '', setup: catalog.example }];
}

/** Its title and its sentence, in the language of the person. */
export function presetText(catalog: Catalog, preset: Preset): { title: string; summary: string } {
  return presetWord(catalog.id, preset.preset, preset);
}

/** What a battle with this preset is called in lists: an example without a name goes by its rules. */
export function titleOf(preset: Preset): string {
  return preset.preset === onlyExample ? '' : preset.title;
}

/** The preset that this setup is, as the builder keeps it; none if anything of it was changed. */
export function presetIn(catalog: Catalog, setup: JsonObject): Preset | undefined {
  const text = canonicalize(setup);
  return presetsOf(catalog).find((each) => canonicalize(wholeSetup(catalog, each.setup)) === text);
}
