// Luck in words: what came, what was to be expected, and how seldom that is.
import { t } from '../../lib/i18n.svelte';
import { tenths } from '../../lib/numbers';
import type { Naming } from '../naming';
import type { Luck } from './luck';

export function luckText({ seat, measure, value, expected, chance }: Luck, naming: Naming): string {
  return t.replay.chances[measure](naming.who(seat), value, tenths(expected), chance);
}
