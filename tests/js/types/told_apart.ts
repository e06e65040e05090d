// Compiled by tests/js/types.test.mjs, never run: what a name tells apart, and what it must not.
import type { BattleEvent, ChoiceOf, DecisionRequest, Feed, Following, JsonObject, MeaningOf, Setups } from '../../../clients/js/src/index.js';

export function ofEvents(event: BattleEvent): number | string {
  switch (event.event) {
    case 'moved': // of two rulesets
      return 'path' in event.data ? event.data.path.length + event.data.cost : event.data.step;
    case 'advantage_counted':
      return event.data.levels.attacker;
    case 'phase_started': // of two rulesets
      return 'round' in event.data ? event.data.phase.toUpperCase() : event.data.wave_size;
    case 'chosen':
      if (event.data.kind === 'remove') return event.data.choice.token;
      return event.data.kind === 'ready' && event.data.choice.ready ? 1 : 0;
    default: {
      const name: string = event.event; // of a later server too
      return name;
    }
  }
}

export function ofRequests(request: DecisionRequest): JsonObject {
  if (request.kind === 'fire') return { unit: request.options.units[0]?.unit ?? '', shots: request.default.shots ?? [] };
  if (request.kind === 'hit_class') return { class: request.options.classes[0] ?? request.default.class };
  if (request.kind === 'casualties' && 'must_lose' in request.options) return { count: request.options.must_lose[0]?.count ?? 0 };
  return request.default;
}

// @ts-expect-error: an event has the data of its name
export const wrong: BattleEvent = { seq: 1, at: '', event: 'round_started', data: { turn: 1 } };
export const choice: ChoiceOf<'remove'> = { token: 'army' };
// @ts-expect-error: there is no such token
export const noChoice: ChoiceOf<'remove'> = { token: 'horse' };
export const setup: Setups['armies'] = { attacker: { population: 2 }, defender: { armies: 1 }, population_limit: 2 };
// What comes over the wire is JSON all the same.
export const json = (header: Following, event: BattleEvent, request: DecisionRequest): JsonObject[] => [header, event.data, request.options, request];

export async function ofPreviews(feed: Feed): Promise<number> {
  const { meaning, choice: made } = await feed.preview<'wave'>(1, 'default');
  return (meaning?.own.total ?? 0) + (made?.units.length ?? 0);
}
export const noMeaning: MeaningOf<'retreat'> = null;
// @ts-expect-error: of hits and of losses different things are told
export const used = (meaning: MeaningOf<'casualties'>): number => meaning.used;
export const usedOrNone = (meaning: MeaningOf<'casualties'>): number => ('used' in meaning ? meaning.used : 0);
