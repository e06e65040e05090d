// What stands out in a battle, of which the list shows so many at first.
import type { Luck } from './luck';
import type { MomentKind } from './MomentMark.svelte';
import type { Swing } from './points';

export const marksMax = 12;

/** Where somebody's time was up. */
export interface Late {
  seq: number;
  seat: string;
}

export type Remark = { seq: number; seat: string; kind: MomentKind } & ({ swing: Swing } | { luck: Luck } | { late: Late });

/** All of them, the most remarkable first: what decided it, luck, and then whose time was up, as it happened. */
export function remarksOf(swings: readonly Swing[], luck: readonly Luck[], late: readonly Late[]): Remark[] {
  return [
    ...swings.map((swing) => ({ seq: swing.to.seq, seat: swing.seat, kind: 'decisive' as const, swing })),
    ...luck.map((each) => ({ seq: each.seq, seat: each.seat, kind: each.lucky ? ('lucky' as const) : ('unlucky' as const), luck: each })),
    ...late.map((each) => ({ ...each, kind: 'late' as const, late: each })),
  ];
}

/** The first so many of them, in the order of the battle. */
export function firstOf(remarks: readonly Remark[], count: number): Remark[] {
  return remarks.slice(0, count).sort((a, b) => a.seq - b.seq);
}
