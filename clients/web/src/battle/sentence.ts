// Events as sentences: for the log, for live regions and for the replay.
import type { BattleEvent, Code, JsonObject } from 'muster-client';
import { toldBy } from '../lib/descriptions';
import { durationText } from '../lib/durations';
import { t } from '../lib/i18n.svelte';
import { refusalReason } from '../lib/refusals';
import { seatWord } from '../lib/sides';
import { capital } from '../lib/words';
import { choiceText, dataText, reasonWord, worded, type Naming } from './naming';
import { filled, itemOf } from './telling';
import { atPlace, type Description, descriptionOf, givenAt, list, number, object, objects, own, text, wordOrNull } from 'muster-client/table';

export type Tone = 'plain' | 'heading' | 'loss' | 'quiet' | 'talk' | 'late';

export interface Sentence {
  text: string;
  tone: Tone;
  /** of whom it tells */
  seat: string | null;
}

type EventDescription = NonNullable<Description['events']>[string];
type Teller = (data: JsonObject, naming: Naming) => string | { text: string; tone: Tone; seat?: null } | null;

function otherText(what: string, data: string): string {
  return data ? t.sentences.other({ what, data }) : what;
}

// Some dice one reads; of many one wants to know what they are together, or how many hit.
const diceMax = 6;

function diceOf(faces: number[], hits: number | null): string {
  if (faces.length <= diceMax) return faces.join(' ');
  return hits === null ? t.sentences.dice_sum({ n: faces.length, sum: faces.reduce((sum, face) => sum + face, 0) }) : t.sentences.dice_hits({ n: faces.length, hits });
}

function dice(data: JsonObject, naming: Naming): string {
  return objects(data.groups)
    .map((group) => {
      const faces = list(group.dice).map((die) => number(die));
      const label = naming.label({ label: text(group.label), dice: [], combatValue: null, hits: null });
      return t.sentences.dice_of({ label, dice: diceOf(faces, typeof group.hits === 'number' ? group.hits : null) });
    })
    .join(' · ');
}

function chosen(data: JsonObject, naming: Naming): ReturnType<Teller> {
  const told = choice(data, naming);
  if (data.standing !== true) return told;
  const standing = t.sentences.standing({ who: naming.who(text(data.seat)) });
  if (told === null) return { text: standing, tone: 'quiet' };
  return typeof told === 'string' ? `${told} ${standing}` : { ...told, text: `${told.text} ${standing}` };
}

// What was chosen is told by the event that follows from it; here only what nothing else tells.
function choice(data: JsonObject, naming: Naming): ReturnType<Teller> {
  const who = naming.who(text(data.seat));
  const made = object(data.choice);
  if (data.kind === 'ready') return made.ready === true ? t.sentences.ready({ who }) : t.sentences.declined({ who });
  if (data.unfit === true) return { text: t.shared.unfit({ who }), tone: 'late' };
  if (data.timed_out === true) return { text: t.sentences.timed_out({ who }), tone: 'late' };
  return choiceTold(text(data.kind), made, naming, who);
}

function choiceTold(kind: string, made: JsonObject, naming: Naming, who: string): ReturnType<Teller> {
  const described = own(descriptionOf(naming.ruleset)?.decisions, kind);
  const gaps = filled(described?.said, made, naming);
  const words = toldBy(naming.ruleset, 'said', kind, { who, ...gaps });
  // Of what somebody could have done, and does not, one hardly reads.
  if (words !== null) return words === '' ? null : { text: words, tone: Object.entries(described?.said ?? {}).some(([gap, { as }]) => as === 'given' && gaps[gap] === 'no') ? 'quiet' : 'plain' };
  return described?.told_by ? null : { text: otherText(`${who}, ${worded(kind)}`, choiceText(kind, made, naming)), tone: 'quiet' };
}

/** An event of the ruleset's own; null: something else tells it. */
function toldByRuleset({ event, data }: BattleEvent, described: EventDescription, naming: Naming): { text: string; tone: Tone } | null {
  if (described.silent) return null;
  const { ruleset } = naming;
  const empty = described.empty && !described.empty.some((place) => givenAt(data, place));
  const tone = (empty ? described.tone_if_empty : described.tone) ?? 'plain';
  const values = filled(described.args, data, naming);
  const items = described.each === undefined ? [] : list(atPlace(data, described.each));
  if (items.length > 0) return { text: items.map((item) => itemOf(event, item, naming, values)).join(' '), tone };
  const words = toldBy(ruleset, 'events', event, values);
  return words === null ? toldByData(event, data, naming) : { text: words, tone };
}

function toldByData(event: string, data: JsonObject, naming: Naming): { text: string; tone: Tone } {
  const { seat, ...rest } = data;
  const what = typeof seat === 'string' ? `${naming.who(seat)}, ${worded(event)}` : capital(worded(event));
  return { text: otherText(what, dataText(rest, naming)), tone: 'plain' };
}

export const speakerOf = (data: JsonObject, naming: Naming) => (typeof data.seat === 'string' ? naming.who(data.seat) : text(data.name) || t.battle.someone);

function said(data: JsonObject, naming: Naming): { text: string; tone: Tone } | null {
  if (!text(data.text)) return null;
  return { text: t.common.pair({ what: speakerOf(data, naming), value: text(data.text) }), tone: 'talk' };
}

function forfeit(data: JsonObject, naming: Naming): string {
  const words = data.step === undefined ? t.sentences : t.shared;
  return typeof data.seat === 'string' ? words.forfeited({ who: whoOf(data, naming) }) : words.forfeited_all;
}

const heading = (words: string) => ({ text: words, tone: 'heading' as const });
const quiet = (words: string) => ({ text: words, tone: 'quiet' as const });
const whoOf = (data: JsonObject, naming: Naming) => naming.who(text(data.seat));

const tellers: Record<string, Teller> = {
  battle_created: () => quiet(t.sentences.battle_created),
  seat_taken: (data, naming) => t.sentences.seat_taken({ who: whoOf(data, naming) }),
  battle_started: () => heading(t.sentences.battle_started),
  chosen,
  decision_sealed: (data, naming) => quiet(t.sentences.sealed({ who: whoOf(data, naming) })),
  decision_unsealed: (data, naming) => quiet(t.sentences.unsealed({ who: whoOf(data, naming) })),
  conceded: (data, naming) => t.sentences.conceded({ who: whoOf(data, naming) }),
  forfeited: (data, naming) => ({ text: forfeit(data, naming), tone: 'late' }),
  choice_sealed: (data, naming) => quiet(t.shared.choice_sealed({ who: whoOf(data, naming) })),
  share_given: () => ({ ...quiet(t.shared.shares_given), seat: null }),
  witness_joined: () => null,
  witness_share_given: () => null,
  ladder_renewed: (data, naming) => quiet(t.shared.ladder_renewed({ who: whoOf(data, naming) })),
  claimed: (data, naming) => t.sentences.claimed({ who: whoOf(data, naming) }),
  closed: () => t.sentences.closed,
  seat_handed_over: (data, naming) => quiet(text(data.name) ? t.sentences.handed_over_to({ name: text(data.name), seat: seatWord(text(data.seat)) }) : t.sentences.handed_over({ who: whoOf(data, naming) })),
  clock_credited: (data) => {
    const credit = number(data.milliseconds); // below 0: the server's time of day was set back
    return quiet(credit < 0 ? t.sentences.clock_set_back : t.sentences.clock_credited({ time: durationText(credit) }));
  },
  draw_offered: (data, naming) => t.sentences.draw_offered({ who: whoOf(data, naming) }),
  draw_answered: (data, naming) => (data.accept === true ? t.sentences.draw_accepted({ who: whoOf(data, naming) }) : t.sentences.draw_refused({ who: whoOf(data, naming) })),
  rematch_wanted: (data, naming) => t.battle.rematch[data.swap === true ? 'wanted_swapped' : 'wanted']({ who: whoOf(data, naming) }),
  rematch_withdrawn: (data, naming) => (data.code ? t.battle.rematch.failed({ why: refusalReason({ code: text(data.code) as Code, message: text(data.message) }) }) : quiet(t.battle.rematch.withdrawn({ who: whoOf(data, naming) }))),
  rematch_made: () => t.battle.rematch.made,
  said,
  rolled: (data, naming) => (own(descriptionOf(naming.ruleset)?.rolls, text(data.purpose))?.silent ? null : t.sentences.rolled({ who: whoOf(data, naming), dice: dice(data, naming) })),
  battle_ended: (data, naming) => heading(outcomeText({ winner: wordOrNull(data.winner), reason: text(data.reason), survivors: object(data.survivors) }, naming)),
};

export function outcomeText({ winner, reason, survivors }: { winner: string | null; reason: string; survivors: object }, naming: Naming): string {
  const lost = winner !== null && naming.ownSeat !== null && winner !== naming.ownSeat;
  return t.battle.because({ outcome: winner ? t.battle.wins({ who: naming.who(winner) }) : t.battle.nobody_wins, reason: reasonWord(reason, naming.ruleset, lost, Object.keys(survivors).length) });
}

/** null: nothing worth a line. */
export function sentenceOf(event: BattleEvent, naming: Naming): Sentence | null {
  const teller = own(tellers, event.event);
  const data: JsonObject = event.data;
  const seat = wordOrNull(data.seat);
  const described = teller ? undefined : own(descriptionOf(naming.ruleset)?.events, event.event);
  const told = teller ? teller(data, naming) : described ? toldByRuleset(event, described, naming) : toldByData(event.event, data, naming);
  if (told === null) return null;
  return typeof told === 'string' ? { text: told, tone: 'plain', seat } : { seat, ...told };
}
