// What a people has learned, in the language of the person: what every page knows, and the rest, which the texts of `lands` have.
import { t } from './i18n.svelte';
import { known } from './known';
import { spelled } from './words';

export function advanceWord(advance: string): string {
  return known(t.common.advance_names, advance) ?? known(t.lands.advances, advance) ?? spelled(advance);
}
