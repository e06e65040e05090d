/** Of what stands in the order of the battle, the last that is at or before a moment: its place in the list, -1 for none. */
export function lastUpTo(list: readonly { seq: number }[], seq: number): number {
  let before = 0; // all of them are
  let after = list.length; // from here on none is
  while (before < after) {
    const middle = (before + after) >> 1;
    if (list[middle]!.seq <= seq) before = middle + 1;
    else after = middle;
  }
  return before - 1;
}
