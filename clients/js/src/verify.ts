import type { BattleRecord } from './types.js';

export interface RollVerdict {
  roll: number;
  seq: number;
  seat: string;
  purpose: string;
  dice: number[];
  expected: number[];
  holds: boolean;
}

export interface Verdict {
  holds: boolean;
  /** the first thing that differs */
  problem?: { path: string; message: string };
  commitment: boolean;
  chain: boolean;
  rolls: RollVerdict[];
}

export async function verifyRecord(record: BattleRecord): Promise<Verdict> {
  void record;
  return { holds: false, commitment: false, chain: false, rolls: [] };
}
