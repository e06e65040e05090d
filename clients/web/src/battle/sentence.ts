// Events as sentences: for the log, for live regions and for the replay.
import type { BattleEvent, Code, JsonObject } from 'muster-client';
import { durationText } from '../lib/durations';
import { t } from '../lib/i18n.svelte';
import { refusalReason } from '../lib/refusals';
import { seatWord } from '../lib/sides';
import { capital } from '../lib/words';
import { choiceText, dataText, kindWord, lineWord, phaseWord, reasonWord, worded, type Naming } from './naming';
import { list, number, object, objects, text, troops, wordOrNull } from 'muster-client/table';

export type Tone = 'plain' | 'heading' | 'loss' | 'quiet' | 'talk' | 'late';

export interface Sentence {
  text: string;
  tone: Tone;
  /** of whom it tells */
  seat: string | null;
}

type Teller = (data: JsonObject, naming: Naming) => string | { text: string; tone: Tone; seat?: null } | null;

const sums = (data: JsonObject): string =>
  objects(data.lines)
    .map((line, index) => {
      const value = number(line.value);
      return `${value < 0 ? '− ' : index > 0 ? '+ ' : ''}${Math.abs(value)} ${lineWord(text(line.line))}`;
    })
    .join(' ');

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

function losses(data: JsonObject, naming: Naming): { text: string; tone: Tone } {
  const lost = [...troops(data.lost), ...troops(data.aircraft_lost)];
  const who = naming.who(text(data.seat));
  const kept = number(data.kept) > 0 ? ` ${t.sentences.kept({ n: number(data.kept) })}` : '';
  if (lost.length === 0) return { text: t.sentences.lost_nothing({ who }) + kept, tone: 'plain' };
  return { text: t.sentences.lost({ who, what: naming.troops(lost) }) + kept, tone: 'loss' };
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
  if (data.kind === 'hit_class') return t.sentences.chose_class({ who, kind: kindWord(text(made.class)) });
  if (data.kind === 'retreat') return made.retreat === true ? null : { text: t.sentences.stays({ who }), tone: 'quiet' };
  if (data.kind === 'withdraw') return made.withdraw === true ? t.sentences.leaves({ who }) : { text: t.sentences.stays({ who }), tone: 'quiet' };
  const toldNext = ['wave', 'air_support', 'casualties', 'remove', 'move', 'fire'].includes(text(data.kind));
  return toldNext ? null : { text: otherText(`${who}, ${worded(text(data.kind))}`, choiceText(made, naming)), tone: 'quiet' };
}

function phase(data: JsonObject): { text: string; tone: Tone } {
  const word = typeof data.phase === 'string' ? phaseWord(data.phase) : phaseWord(number(data.phase));
  const wave = number(data.wave_size);
  const sizes = { wave, a: number(data.attacker_units), b: number(data.defender_units) };
  return { text: wave > 0 ? t.sentences.phase_waves({ phase: word, ...sizes }) : t.sentences.phase({ phase: word }), tone: 'heading' };
}

function advantage(data: JsonObject, naming: Naming): { text: string; tone: Tone } {
  const holder = wordOrNull(data.holder);
  return { text: holder ? t.sentences.advantage({ who: naming.who(holder), net: number(data.net) }) : t.sentences.no_advantage, tone: 'heading' };
}

function shot(each: JsonObject): string {
  if (each.lost === true) return t.sentences.shot_lost;
  if (each.hit !== true) return t.sentences.shot_missed;
  if (each.damaged !== true) return t.sentences.shot_bounced;
  const damage = t.sentences.shot_damaged({ n: number(each.power) });
  return each.destroyed === true ? `${damage}, ${t.sentences.shot_destroyed}` : damage;
}

function fired(data: JsonObject, naming: Naming): string | { text: string; tone: Tone } {
  const shots = objects(data.shots);
  if (shots.length === 0) return { text: t.sentences.held({ unit: text(data.unit) }), tone: 'quiet' };
  return shots.map((each) => t.sentences.shot({ unit: text(data.unit), weapon: naming.weapon(text(each.name)), target: text(each.target), what: shot(each) })).join(' ');
}

function moved(data: JsonObject, naming: Naming): string | { text: string; tone: Tone } {
  const to = list(data.path).at(-1);
  if (!to) return { text: t.sentences.stayed({ unit: text(data.unit) }), tone: 'quiet' };
  return t.sentences.moved({ unit: text(data.unit), to: naming.cell(to) });
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
  round_started: (data) => heading(t.sentences.round({ n: number(data.round) })),
  phase_started: phase,
  wave_formed: (data, naming) => t.sentences.wave({ who: whoOf(data, naming), what: naming.troops(troops(data.units)) }),
  air_support_declared: (data, naming) => t.sentences.support({ who: whoOf(data, naming), kind: kindWord(text(data.class)) }),
  rolled: (data, naming) => (data.purpose === 'initiative' || data.purpose === 'to_hit' || data.purpose === 'to_damage' ? null : t.sentences.rolled({ who: whoOf(data, naming), dice: dice(data, naming) })),
  totalled: (data, naming) => t.sentences.totalled({ who: whoOf(data, naming), sum: sums(data), total: number(data.total) }),
  hits_dealt: (data, naming) => {
    const dealt = { who: whoOf(data, naming), n: number(data.hits) };
    return typeof data.class === 'string' ? t.sentences.hits_on({ ...dealt, kind: kindWord(data.class) }) : t.sentences.hits(dealt);
  },
  casualties_taken: losses,
  retreated: (data, naming) => (typeof data.region === 'string' ? t.sentences.retreated({ who: naming.who('attacker'), region: data.region }) : t.sentences.retreated_nowhere({ who: naming.who('attacker') })),
  advantage_counted: advantage,
  removed: (data, naming) => ({ text: t.sentences.removed({ who: whoOf(data, naming), what: naming.troop({ unit: text(data.token), enhanced: false, count: 1 }) }), tone: 'loss' }),
  city_assaulted: (data) => heading(data.falls === true ? t.sentences.city_falls({ attackers: number(data.attackers), needed: number(data.needed), placed: number(data.placed) }) : t.sentences.city_stands({ attackers: number(data.attackers), needed: number(data.needed) })),
  turn_started: (data) => heading(t.sentences.turn({ n: number(data.turn), a: number(data.north_units), b: number(data.south_units) })),
  initiative_rolled: (data, naming) => {
    const totals = { a: number(data.north), b: number(data.south) };
    return typeof data.first === 'string' ? t.sentences.initiative({ who: naming.who(data.first), ...totals }) : t.sentences.initiative_tie(totals);
  },
  moved,
  fired,
  turn_ended: (data) => quiet(t.sentences.turn_ended({ a: number(data.north_points), b: number(data.south_points) })),
  battle_ended: (data, naming) => heading(outcomeText(wordOrNull(data.winner), text(data.reason), naming)),
};

export function outcomeText(winner: string | null, reason: string, naming: Naming): string {
  return t.battle.because({ outcome: winner ? t.battle.wins({ who: naming.who(winner) }) : t.battle.nobody_wins, reason: reasonWord(reason, winner !== null && naming.ownSeat !== null && winner !== naming.ownSeat) });
}

/** null: nothing worth a line. */
export function sentenceOf(event: BattleEvent, naming: Naming): Sentence | null {
  const teller = Object.hasOwn(tellers, event.event) ? tellers[event.event] : undefined;
  const data: JsonObject = event.data;
  const seat = wordOrNull(data.seat);
  if (!teller) {
    const { seat: _seat, ...rest } = data;
    const what = capital(worded(event.event));
    return { text: otherText(seat ? `${naming.who(seat)}, ${worded(event.event)}` : what, dataText(rest, naming)), tone: 'plain', seat };
  }
  const told = teller(data, naming);
  if (told === null) return null;
  return typeof told === 'string' ? { text: told, tone: 'plain', seat } : { seat, ...told };
}
