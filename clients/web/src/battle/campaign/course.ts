// A campaign at any moment of its battle: the SDK's fold of what stands where, and beside it how far the turn has come and where something has
// just happened. Going on is a step for each event; whoever leaps starts from the nearest moment that was kept.
import type { BattleEvent, JsonObject } from 'muster-client';
import { advanceCampaign, type CampaignState, number, startCampaign, text } from 'muster-client/table';

export const phases = ['taxes', 'growth', 'census', 'construction', 'movement', 'fights', 'founding', 'supply', 'calamity'] as const;
export type Phase = (typeof phases)[number];

/** What has happened in an area since its phase began. */
export type Mark = 'fight' | 'fallen' | 'held' | 'founded' | 'struck';

export interface Moment {
  state: CampaignState;
  phase: Phase | null;
  /** the sub-phase of movement that is the phase, else 0 */
  step: number;
  marks: ReadonlyMap<string, Mark>;
  /** the last event that changed anything here */
  last: BattleEvent | null;
}

const phaseOf: Record<string, Phase> = {
  taxed: 'taxes',
  expanded: 'growth',
  census_taken: 'census',
  built: 'construction',
  moved: 'movement',
  conflict: 'fights',
  losses_taken: 'fights',
  city_assaulted: 'fights',
  pillaged: 'fights',
  city_founded: 'founding',
  surplus_removed: 'supply',
  city_reduced: 'supply',
  army_disbanded: 'supply',
  calamity_struck: 'calamity',
  units_lost: 'calamity',
  barbarians_moved: 'calamity',
  civil_war_averted: 'calamity',
  civil_war_began: 'calamity',
  annexed: 'calamity',
};

const phaseOfQuestion: Record<string, Phase> = {
  tax: 'taxes',
  expand: 'growth',
  build: 'construction',
  move: 'movement',
  losses: 'fights',
  found: 'founding',
  support: 'supply',
};

/** What the turn has come to where somebody is asked this. */
export function askedPhase({ kind, options }: { kind: string; options: JsonObject }): { phase: Phase; step: number } {
  return { phase: Object.hasOwn(phaseOfQuestion, kind) ? phaseOfQuestion[kind]! : 'calamity', step: number(options.step) };
}

function markOf({ event, data }: BattleEvent): Mark | null {
  const { falls }: JsonObject = data;
  if (event === 'conflict') return 'fight';
  if (event === 'city_assaulted') return falls === true ? 'fallen' : 'held';
  if (event === 'city_founded') return 'founded';
  return event === 'city_reduced' ? 'struck' : null;
}

function advance(moment: Moment, event: BattleEvent): Moment {
  const state = advanceCampaign(moment.state, event);
  if (event.event === 'turn_started') return { state, phase: null, step: 0, marks: new Map(), last: event };
  if (event.event === 'turn_ended') return { ...moment, state, phase: null, step: 0, last: event };
  // A calamity goes on until its turn ends, whatever it leads to.
  const phase = moment.phase === 'calamity' ? 'calamity' : (Object.hasOwn(phaseOf, event.event) ? phaseOf[event.event]! : null);
  if (phase === null) return state === moment.state ? moment : { ...moment, state };
  const data: JsonObject = event.data;
  const fresh = phase !== moment.phase && (phase === 'movement' || phase === 'fights' || phase === 'calamity');
  const marks = new Map(fresh ? [] : moment.marks);
  const mark = markOf(event);
  if (mark) marks.set(text(data.area), mark);
  return { state, phase, step: phase === 'movement' ? number(data.step) : 0, marks, last: Object.hasOwn(phaseOf, event.event) ? event : moment.last };
}

// As tables are kept (muster-client/table): a moment every so many events, and those that were asked for last.
const stride = 50;
const recentMax = 4;

interface Kept {
  all: Moment[];
  recent: { at: number; moment: Moment }[];
}
const kept = new WeakMap<readonly BattleEvent[], Kept>();

/** After event `seq` of `events`, which are all of the battle's and may grow. */
export function momentAt(setup: JsonObject, events: readonly BattleEvent[], seq: number): Moment {
  let known = kept.get(events);
  if (!known) kept.set(events, (known = { all: [{ state: startCampaign(setup), phase: null, step: 0, marks: new Map(), last: null }], recent: [] }));
  const until = Math.max(0, Math.min(seq, events.length));
  const index = Math.min(Math.floor(until / stride), known.all.length - 1);
  let from = { at: index * stride, moment: known.all[index]! };
  for (const each of known.recent) if (each.at <= until && each.at > from.at) from = each;
  let { at, moment } = from;
  while (at < until) {
    moment = advance(moment, events[at]!);
    if (++at === known.all.length * stride) known.all.push(moment);
  }
  known.recent = [{ at, moment }, ...known.recent.filter((each) => each !== from && each.at !== at)].slice(0, recentMax);
  return moment;
}
