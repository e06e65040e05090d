// What is fought in each ruleset: the ruleset's own example, or one of tests/web's setups where that may be over before anybody is asked.
import { readFileSync } from 'node:fs';

import { transformSync } from 'esbuild';

const { code } = transformSync(readFileSync(new URL('../web/setups.ts', import.meta.url), 'utf8'), { loader: 'ts' });
const { clash, seaFight, siege, skirmish } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** `seat`: the person's */
export const battles = {
  'advanced-combat': { seat: 'attacker', other: 'defender', setup: siege },
  'phased-combat': { seat: 'attacker', other: 'defender', setup: clash },
  'fleet-combat': { seat: 'attacker', other: 'defender', setup: seaFight },
  armies: { seat: 'attacker', other: 'defender' },
  'simple-combat': { seat: 'north', other: 'south', setup: skirmish },
};
