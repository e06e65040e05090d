// Whole battles, to be checked and kept.
import type { BattleRecord } from 'muster-client';

import { ownSeat } from './seats.svelte';
import { muster } from './server';

/** As the seat of this device may see it; a private battle shows itself to its seats only. */
export function recordOf(battle: string): Promise<BattleRecord> {
  return muster.record(battle, ownSeat(battle)?.token);
}

/** Offers it to be kept as a file. */
export function saveRecord(record: BattleRecord): void {
  saveFile(JSON.stringify(record), `muster-${record.battle}.json`);
}

/** Offers a text of JSON to be kept as a file. */
export function saveFile(text: string, name: string): void {
  saveBlob(new Blob([text], { type: 'application/json' }), name);
}

/** Offers anything to be kept as a file. */
export function saveBlob(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
