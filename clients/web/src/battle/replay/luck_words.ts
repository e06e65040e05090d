// Luck in words: what came, what was to be expected, and how seldom that is.
import { t } from '../../lib/i18n.svelte';
import { tenths } from '../../lib/numbers';
import type { Naming } from '../naming';
import type { Luck } from './luck';

export function luckText({ seat, measure, value, expected, chance }: Luck, naming: Naming): string {
  const times = Math.max(2, Math.round(1 / chance));
  return t.replay.chances[measure]({ who: naming.who(seat), value, expected: tenths(expected), times });
}
