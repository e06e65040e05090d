// Terrain in words.
import { t } from '../../lib/i18n.svelte';
import { listed } from '../../lib/lists';
import { signed } from '../../lib/numbers';
import { terrainName } from '../../lib/terrain_name';
import type { Terrain } from './board';

/** What it does to those in it and to those who enter it. */
export function terrainText(terrain: Terrain): string {
  const words = t.map.terrain;
  const facts = [
    ...(terrain.cost > 1 ? [words.cost({ cost: terrain.cost })] : []),
    ...(terrain.toHit !== 0 ? [words.hitting({ change: signed(terrain.toHit) })] : []),
    ...(terrain.toDamage !== 0 ? [words.damaging({ change: signed(terrain.toDamage) })] : []),
    ...(terrain.blocksSight ? [words.blocks_sight] : []),
  ];
  return t.common.pair({ what: terrainName(terrain), value: facts.length > 0 ? listed(facts) : words.nothing });
}
