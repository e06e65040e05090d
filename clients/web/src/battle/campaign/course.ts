// A campaign at any moment of its battle: the SDK's fold of what stands where, and beside it how far the turn has come and where something has
// just happened, as the ruleset's description says. Going on is a step for each event; whoever leaps starts from the nearest moment that was kept.
import type { BattleEvent, JsonObject } from 'muster-client';
import { advanceCampaign, type CampaignState, type Description, givenAt, number, own, startCampaign, text } from 'muster-client/table';

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

/** What its ruleset's description says of an event in the course of a turn; undefined: it belongs to no part of one. */
export const courseOf = (description: Description | undefined, event: string) => own(description?.events, event)?.course;

/** A part of the turn, as a description says it; null: it is none that is shown. */
export const phaseOf = (part: string | undefined): Phase | null => phases.find((each) => each === part) ?? null;

/** What the turn has come to where somebody is asked this. */
export function askedPhase(description: Description | undefined, { kind, options }: { kind: string; options: JsonObject }): { phase: Phase; step: number } {
  return { phase: phaseOf(own(description?.decisions, kind)?.part) ?? 'calamity', step: number(options.step) };
}

const marks: readonly Mark[] = ['fight', 'fallen', 'held', 'founded', 'struck'];

function markOf(description: Description | undefined, { event, data }: BattleEvent): Mark | null {
  const course = courseOf(description, event);
  const mark = course?.if && !givenAt(data, course.if) ? course.else : course?.mark;
  return marks.find((each) => each === mark) ?? null;
}

function advance(description: Description | undefined, moment: Moment, event: BattleEvent): Moment {
  const state = advanceCampaign(moment.state, event);
  const part = courseOf(description, event.event)?.part;
  if (part === 'start') return { state, phase: null, step: 0, marks: new Map(), last: event };
  if (part === 'end') return { ...moment, state, phase: null, step: 0, last: event };
  // A calamity goes on until its turn ends, whatever it leads to.
  const phase = moment.phase === 'calamity' ? 'calamity' : phaseOf(part);
  if (phase === null) return state === moment.state ? moment : { ...moment, state };
  const data: JsonObject = event.data;
  const fresh = phase !== moment.phase && (phase === 'movement' || phase === 'fights' || phase === 'calamity');
  const shown = new Map(fresh ? [] : moment.marks);
  const mark = markOf(description, event);
  if (mark) shown.set(text(data.area), mark);
  return { state, phase, step: phase === 'movement' ? number(data.step) : 0, marks: shown, last: part === undefined ? moment.last : event };
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
export function momentAt(description: Description | undefined, setup: JsonObject, events: readonly BattleEvent[], seq: number): Moment {
  let known = kept.get(events);
  if (!known) kept.set(events, (known = { all: [{ state: startCampaign(setup), phase: null, step: 0, marks: new Map(), last: null }], recent: [] }));
  const until = Math.max(0, Math.min(seq, events.length));
  const index = Math.min(Math.floor(until / stride), known.all.length - 1);
  let from = { at: index * stride, moment: known.all[index]! };
  for (const each of known.recent) if (each.at <= until && each.at > from.at) from = each;
  let { at, moment } = from;
  while (at < until) {
    moment = advance(description, moment, events[at]!);
    if (++at === known.all.length * stride) known.all.push(moment);
  }
  known.recent = [{ at, moment }, ...known.recent.filter((each) => each !== from && each.at !== at)].slice(0, recentMax);
  return moment;
}
