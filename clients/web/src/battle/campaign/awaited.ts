// What a turn has come to while somebody decides: events tell what was, and who watches, or waits for others, is not told what they are asked. It
// follows from how a turn goes on after what was told last, but for whether anybody lacks support or can found a city, which is guessed.
import type { BattleEvent, JsonObject } from 'muster-client';
import { type CampaignState, type Description, list, number, objects, own, text } from 'muster-client/table';

import type { Atlas } from './atlas';
import { courseOf, type Phase, phaseOf } from './course';
import { figuresOf } from './figures';

export interface Awaited {
  phase: Phase;
  step: number;
}

const steps = 3; // of a movement

const kindOf = ({ event, data }: BattleEvent): string => (event === 'chosen' ? text((data as JsonObject).kind) : '');
const seatOf = ({ data }: BattleEvent): string => text((data as JsonObject).seat);

/** After event `seq`, where `state` stands on the map; null before the first turn. */
export function awaitedPhase(description: Description | undefined, setup: JsonObject, atlas: Atlas, state: CampaignState, events: readonly BattleEvent[], seq: number): Awaited | null {
  const courseAt = ({ event }: BattleEvent) => courseOf(description, event);
  /** The part in which it happens or was asked. */
  const partOf = (event: BattleEvent): string | undefined => courseAt(event)?.part ?? own(description?.decisions, kindOf(event))?.part;
  let start = Math.min(seq, events.length) - 1;
  while (start >= 0 && courseAt(events[start]!)?.part !== 'start') --start;
  const turn = events.slice(Math.max(0, start), seq);
  const last = [...turn].reverse().find((each) => partOf(each) !== undefined && partOf(each) !== 'end');
  if (start < 0 || !last) return null;
  const at = (phase: Phase, step = 0): Awaited => ({ phase, step });
  const part = partOf(last);

  if (part === 'construction') {
    // Who holds Military sees what the others build, and builds then.
    const holds = (seat: string) => objects(setup.nations).some((nation) => text(nation.seat) === seat && list(nation.advances).includes('military'));
    const [later, earlier] = [atlas.seats.filter(holds), atlas.seats.filter((seat) => !holds(seat))];
    const second = later.length > 0 && earlier.length > 0 && !turn.some((each) => partOf(each) === 'construction' && holds(seatOf(each)));
    return second ? at('construction') : at('movement', 1);
  }
  if (part === 'movement') {
    const moves = turn.filter((each) => partOf(each) === 'movement');
    const place = (each: BattleEvent) => state.census.indexOf(seatOf(each));
    // One after the other, as the census has them: whoever comes before the last one moves in the next part.
    let step = 1;
    moves.forEach((each, index) => {
      if (index > 0 && kindOf(each) !== '' && place(each) <= place(moves[index - 1]!)) ++step;
      if (kindOf(each) === '') step = number((each.data as JsonObject).step);
    });
    const over = place(last) === state.census.length - 1;
    if (over && step >= steps) return at('founding');
    return at('movement', Math.min(steps, over ? step + 1 : step));
  }
  // From where cities are founded on, only calamities are asked about, and support.
  if (part === 'founding' || part === 'supply') {
    const short = figuresOf(atlas, state).some(({ population, needed }) => needed > population);
    return at(short ? 'supply' : 'calamity');
  }
  if (kindOf(last) !== '') return at(phaseOf(part)!); // others are asked the same
  return at(phaseOf(courseAt(last)?.next) ?? 'calamity');
}
