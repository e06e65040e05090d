// Whether hits are placed as phased-combat and fleet-combat want it: whole units, the stated class (or aircraft) first, and
// as long as anything can still be killed. Told while one builds the choice; the server has the last word.
export interface Candidate {
  unit: string;
  enhanced: boolean;
  kind: string;
  /** hits that one takes */
  era: number;
  count: number;
}

export interface Placing {
  used: number;
  left: number;
  fault: { why: 'too_many' | 'first' | 'aircraft' | 'left_over'; unit?: Candidate } | null;
}

export function placingOf(candidates: Candidate[], losses: number[], hits: number, stated: string | null): Placing {
  const flying = candidates.some((each) => each.kind === 'aircraft');
  const isFirst = (each: Candidate) => (stated ? each.kind === stated : flying ? each.kind === 'aircraft' : true);
  const taken = (which: (each: Candidate) => boolean) => candidates.reduce((sum, each, i) => sum + (which(each) ? (losses[i] ?? 0) * each.era : 0), 0);
  const killable = (which: (each: Candidate) => boolean, left: number) => candidates.find((each, i) => which(each) && each.count > (losses[i] ?? 0) && each.era <= left);
  const isOther = (each: Candidate) => !isFirst(each);

  const onFirst = taken(isFirst);
  const onOthers = taken(isOther);
  const left = hits - onFirst - onOthers;
  const placing = (fault: Placing['fault']): Placing => ({ used: onFirst + onOthers, left, fault });

  if (left < 0) return placing({ why: 'too_many' });
  const spared = killable(isFirst, hits - onFirst);
  if (onOthers > 0 && spared) return placing({ why: 'first', unit: spared });
  const aircraftLive = flying && !stated && candidates.some((each, i) => each.kind === 'aircraft' && each.count > (losses[i] ?? 0));
  if (onOthers > 0 && aircraftLive) return placing({ why: 'aircraft' });
  const still = killable(isFirst, left) ?? (aircraftLive ? undefined : killable(isOther, left));
  return placing(still ? { why: 'left_over', unit: still } : null);
}
