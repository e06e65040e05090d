// Luck in words: what came, what was to be expected, and how seldom that is; and what it did to the chances.
import { t } from '../../lib/i18n.svelte';
import { percent, tenths } from '../../lib/numbers';
import type { Naming } from '../naming';
import type { Luck } from './luck';
import type { Swing } from './points';

export function luckText({ seat, measure, value, expected, chance }: Luck, naming: Naming): string {
  const times = Math.max(2, Math.round(1 / chance));
  return t.replay.chances[measure]({ who: naming.who(seat), value, expected: tenths(expected), times });
}

export function swingText({ seat, from, to }: Swing, naming: Naming): string {
  return t.replay.chances.swing({ who: naming.who(seat), from: percent(from.chances[seat]!), to: percent(to.chances[seat]!) });
}
