// What a people has learned, in the language of the person: what every page knows, and the rest, which the texts of `lands` have.
import { t } from '../lib/i18n.svelte';
import { known } from '../lib/known';
import { spelled } from '../lib/words';

export function advanceWord(advance: string): string {
  return known(t.common.advance_names, advance) ?? known(t.lands.advances, advance) ?? spelled(advance);
}
