// Which small signs an area has.
import type { Area } from './atlas';

export type Sign = 'limit' | 'site' | 'plain' | 'volcano' | 'coast';

export const signStep = 13; // from one to the next
/** They grow with the names, to some size. */
export const signSize = (font: number): number => Math.min(1.35, font / 10);

/** `all`: there is room for more than those that count most. */
export function signsOf(area: Area, coast: boolean, all: boolean): Sign[] {
  return ['limit', ...(area.site ? ['site' as const] : []), ...(all && area.plain ? ['plain' as const] : []), ...(area.volcano ? ['volcano' as const] : []), ...(all && coast ? ['coast' as const] : [])];
}
