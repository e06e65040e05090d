// What a turn has come to while somebody decides: events tell what was, and who watches, or waits for others, is not told what they are asked. It
// follows from how a turn goes on after what was told last, but for whether anybody lacks support or can found a city, which is guessed.
import type { BattleEvent, JsonObject } from 'muster-client';
import { type CampaignState, list, number, objects, text } from 'muster-client/table';

import type { Atlas } from './atlas';
import { askedPhase, type Phase } from './course';
import { figuresOf } from './figures';

export interface Awaited {
  phase: Phase;
  step: number;
}

const steps = 3; // of a movement

// Where nobody decides any more in the phase of these, and the next begins.
const next: Record<string, Phase> = {
  turn_started: 'taxes',
  taxed: 'growth',
  expanded: 'construction',
  census_taken: 'construction',
  conflict: 'fights',
  city_assaulted: 'fights',
  losses_taken: 'founding',
  pillaged: 'founding',
};
const ends = new Set(['city_founded', 'surplus_removed', 'city_reduced', 'army_disbanded']); // from here on only calamities are asked about, and support
const strikes = new Set(['calamity_struck', 'units_lost', 'barbarians_moved', 'civil_war_averted', 'civil_war_began', 'annexed']);

const kindOf = ({ event, data }: BattleEvent): string => (event === 'chosen' ? text((data as JsonObject).kind) : '');
const seatOf = ({ data }: BattleEvent): string => text((data as JsonObject).seat);

/** After event `seq`, where `state` stands on the map; null before the first turn. */
export function awaitedPhase(setup: JsonObject, atlas: Atlas, state: CampaignState, events: readonly BattleEvent[], seq: number): Awaited | null {
  let start = Math.min(seq, events.length) - 1;
  while (start >= 0 && events[start]!.event !== 'turn_started') --start;
  const turn = events.slice(Math.max(0, start), seq);
  const last = [...turn].reverse().find((each) => Object.hasOwn(next, each.event) || ends.has(each.event) || strikes.has(each.event) || each.event === 'built' || each.event === 'moved' || kindOf(each) !== '');
  if (start < 0 || !last) return null;
  const at = (phase: Phase, step = 0): Awaited => ({ phase, step });
  const kind = kindOf(last);

  if (last.event === 'built' || kind === 'build') {
    // Who holds Military sees what the others build, and builds then.
    const holds = (seat: string) => objects(setup.nations).some((nation) => text(nation.seat) === seat && list(nation.advances).includes('military'));
    const [later, earlier] = [atlas.seats.filter(holds), atlas.seats.filter((seat) => !holds(seat))];
    const second = later.length > 0 && earlier.length > 0 && !turn.some((each) => (each.event === 'built' || kindOf(each) === 'build') && holds(seatOf(each)));
    return second ? at('construction') : at('movement', 1);
  }
  if (last.event === 'moved' || kind === 'move') {
    const moves = turn.filter((each) => each.event === 'moved' || kindOf(each) === 'move');
    const place = (each: BattleEvent) => state.census.indexOf(seatOf(each));
    // One after the other, as the census has them: whoever comes before the last one moves in the next part.
    let step = 1;
    moves.forEach((each, index) => {
      if (index > 0 && each.event !== 'moved' && place(each) <= place(moves[index - 1]!)) ++step;
      if (each.event === 'moved') step = number((each.data as JsonObject).step);
    });
    const over = place(last) === state.census.length - 1;
    if (over && step >= steps) return at('founding');
    return at('movement', Math.min(steps, over ? step + 1 : step));
  }
  if (ends.has(last.event) || kind === 'found' || kind === 'support' || strikes.has(last.event)) {
    const short = figuresOf(atlas, state).some(({ population, needed }) => needed > population);
    return at(short && !strikes.has(last.event) ? 'supply' : 'calamity');
  }
  if (kind !== '') return at(askedPhase({ kind, options: {} }).phase); // others are asked the same
  return at(next[last.event]!);
}
