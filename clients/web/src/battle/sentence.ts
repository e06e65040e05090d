// Events as sentences: for the log, for live regions and for the replay.
import type { BattleEvent, JsonObject } from 'muster-client';
import { durationText } from '../lib/durations';
import { t } from '../lib/i18n.svelte';
import { capital, choiceText, dataText, joined, kindWord, lineWord, phaseWord, reasonWord, worded, type Naming } from './naming';
import { list, number, object, objects, text, troops, wordOrNull } from 'muster-client/table';

export type Tone = 'plain' | 'heading' | 'loss' | 'quiet' | 'talk' | 'late';

export interface Sentence {
  text: string;
  tone: Tone;
  /** of whom it tells */
  seat: string | null;
}

type Teller = (data: JsonObject, naming: Naming) => string | { text: string; tone: Tone } | null;

const sums = (data: JsonObject): string =>
  objects(data.lines)
    .map((line, index) => {
      const value = number(line.value);
      return `${value < 0 ? '− ' : index > 0 ? '+ ' : ''}${Math.abs(value)} ${lineWord(text(line.line))}`;
    })
    .join(' ');

// Some dice one reads; of many one wants to know what they are together, or how many hit.
const diceMax = 6;

function dice(data: JsonObject, naming: Naming): string {
  return objects(data.groups)
    .map((group) => {
      const faces = list(group.dice).map((die) => number(die));
      const label = naming.label({ label: text(group.label), dice: [], combatValue: null, hits: null });
      if (faces.length <= diceMax) return `${label} ${faces.join(' ')}`;
      const hits = typeof group.hits === 'number' ? group.hits : null;
      return `${label} ${hits === null ? t.battle.say.dice_sum(faces.length, faces.reduce((sum, face) => sum + face, 0)) : t.battle.say.dice_hits(faces.length, hits)}`;
    })
    .join(' · ');
}

function losses(data: JsonObject, naming: Naming): { text: string; tone: Tone } {
  const lost = [...troops(data.lost), ...troops(data.aircraft_lost)];
  const who = naming.who(text(data.seat));
  const kept = number(data.kept) > 0 ? ` ${t.battle.say.kept(number(data.kept))}` : '';
  if (lost.length === 0) return { text: t.battle.say.lost_nothing(who) + kept, tone: 'plain' };
  return { text: t.battle.say.lost(who, naming.troops(lost)) + kept, tone: 'loss' };
}

function chosen(data: JsonObject, naming: Naming): ReturnType<Teller> {
  const told = choice(data, naming);
  if (data.standing !== true) return told;
  const standing = t.battle.say.standing(naming.who(text(data.seat)));
  if (told === null) return { text: standing, tone: 'quiet' };
  return typeof told === 'string' ? `${told} ${standing}` : { ...told, text: `${told.text} ${standing}` };
}

// What was chosen is told by the event that follows from it; here only what nothing else tells.
function choice(data: JsonObject, naming: Naming): ReturnType<Teller> {
  const who = naming.who(text(data.seat));
  const made = object(data.choice);
  if (data.kind === 'ready') return made.ready === true ? t.battle.say.ready(who) : t.battle.say.declined(who);
  if (data.timed_out === true) return { text: t.battle.say.timed_out(who), tone: 'late' };
  if (data.kind === 'hit_class') return t.battle.say.chose_class(who, kindWord(text(made.class)));
  if (data.kind === 'retreat') return made.retreat === true ? null : { text: t.battle.say.stays(who), tone: 'quiet' };
  if (data.kind === 'withdraw') return made.withdraw === true ? t.battle.say.leaves(who) : { text: t.battle.say.stays(who), tone: 'quiet' };
  const toldNext = ['wave', 'air_support', 'casualties', 'remove', 'move', 'fire'].includes(text(data.kind));
  return toldNext ? null : { text: t.battle.say.other(`${who}, ${worded(text(data.kind))}`, choiceText(made, naming)), tone: 'quiet' };
}

function phase(data: JsonObject): { text: string; tone: Tone } {
  const word = typeof data.phase === 'string' ? phaseWord(data.phase) : phaseWord(number(data.phase));
  return { text: t.battle.say.phase(word, number(data.wave_size) || null, number(data.attacker_units), number(data.defender_units)), tone: 'heading' };
}

function advantage(data: JsonObject, naming: Naming): { text: string; tone: Tone } {
  const holder = wordOrNull(data.holder);
  return { text: holder ? t.battle.say.advantage(naming.who(holder), number(data.net)) : t.battle.say.no_advantage, tone: 'heading' };
}

function shot(each: JsonObject): string {
  if (each.lost === true) return t.battle.say.shot_lost;
  if (each.hit !== true) return t.battle.say.shot_missed;
  if (each.damaged !== true) return t.battle.say.shot_bounced;
  const damage = t.battle.say.shot_damaged(number(each.power));
  return each.destroyed === true ? `${damage}, ${t.battle.say.shot_destroyed}` : damage;
}

function fired(data: JsonObject): string | { text: string; tone: Tone } {
  const shots = objects(data.shots);
  if (shots.length === 0) return { text: t.battle.say.held(text(data.unit)), tone: 'quiet' };
  return shots.map((each) => t.battle.say.shot(text(data.unit), worded(text(each.name)), text(each.target), shot(each))).join(' ');
}

function moved(data: JsonObject): string | { text: string; tone: Tone } {
  const to = list(data.path).at(-1);
  if (!to) return { text: t.battle.say.stayed(text(data.unit)), tone: 'quiet' };
  return t.battle.say.moved(text(data.unit), `(${list(to).join(', ')})`);
}

function said(data: JsonObject, naming: Naming): { text: string; tone: Tone } | null {
  if (!text(data.text)) return null;
  const speaker = typeof data.seat === 'string' ? naming.who(data.seat) : text(data.name) || t.battle.someone;
  return { text: `${speaker}: ${text(data.text)}`, tone: 'talk' };
}

const heading = (words: string) => ({ text: words, tone: 'heading' as const });
const quiet = (words: string) => ({ text: words, tone: 'quiet' as const });
const whoOf = (data: JsonObject, naming: Naming) => naming.who(text(data.seat));

const tellers: Record<string, Teller> = {
  battle_created: () => quiet(t.battle.say.battle_created),
  seat_taken: (data, naming) => t.battle.say.seat_taken(whoOf(data, naming)),
  battle_started: () => heading(t.battle.say.battle_started),
  chosen,
  decision_sealed: (data, naming) => quiet(t.battle.say.sealed(whoOf(data, naming))),
  decision_unsealed: (data, naming) => quiet(t.battle.say.unsealed(whoOf(data, naming))),
  conceded: (data, naming) => t.battle.say.conceded(whoOf(data, naming)),
  forfeited: (data, naming) => ({ text: typeof data.seat === 'string' ? t.battle.say.forfeited(whoOf(data, naming)) : t.battle.say.forfeited_all, tone: 'late' }),
  claimed: (data, naming) => t.battle.say.claimed(whoOf(data, naming)),
  closed: () => t.battle.say.closed,
  seat_handed_over: (data, naming) => quiet(t.battle.say.handed_over(whoOf(data, naming))),
  clock_credited: (data) => {
    const credit = number(data.milliseconds); // below 0: the server's time of day was set back
    return quiet(credit < 0 ? t.battle.say.clock_set_back : t.battle.say.clock_credited(durationText(credit)));
  },
  draw_offered: (data, naming) => t.battle.say.draw_offered(whoOf(data, naming)),
  draw_answered: (data, naming) => (data.accept === true ? t.battle.say.draw_accepted(whoOf(data, naming)) : t.battle.say.draw_refused(whoOf(data, naming))),
  said,
  round_started: (data) => heading(t.battle.say.round(number(data.round))),
  phase_started: phase,
  wave_formed: (data, naming) => t.battle.say.wave(whoOf(data, naming), naming.troops(troops(data.units))),
  air_support_declared: (data, naming) => t.battle.say.support(whoOf(data, naming), kindWord(text(data.class))),
  rolled: (data, naming) => (data.purpose === 'initiative' || data.purpose === 'to_hit' || data.purpose === 'to_damage' ? null : t.battle.say.rolled(whoOf(data, naming), dice(data, naming))),
  totalled: (data, naming) => t.battle.say.totalled(whoOf(data, naming), sums(data), number(data.total)),
  hits_dealt: (data, naming) => t.battle.say.hits(whoOf(data, naming), number(data.hits), typeof data.class === 'string' ? kindWord(data.class) : null),
  casualties_taken: losses,
  retreated: (data, naming) => (typeof data.region === 'string' ? t.battle.say.retreated(naming.who('attacker'), data.region) : t.battle.say.retreated_nowhere(naming.who('attacker'))),
  advantage_counted: advantage,
  removed: (data, naming) => ({ text: t.battle.say.removed(whoOf(data, naming), naming.troop({ unit: text(data.token), enhanced: false, count: 1 })), tone: 'loss' }),
  city_assaulted: (data) => heading(data.falls === true ? t.battle.say.city_falls(number(data.attackers), number(data.needed), number(data.placed)) : t.battle.say.city_stands(number(data.attackers), number(data.needed))),
  turn_started: (data) => heading(t.battle.say.turn(number(data.turn), number(data.north_units), number(data.south_units))),
  initiative_rolled: (data, naming) => t.battle.say.initiative(typeof data.first === 'string' ? naming.who(data.first) : null, number(data.north), number(data.south)),
  moved,
  fired,
  turn_ended: (data) => quiet(t.battle.say.turn_ended(number(data.north_points), number(data.south_points))),
  battle_ended: (data, naming) => heading(outcomeText(wordOrNull(data.winner), text(data.reason), naming)),
};

export function outcomeText(winner: string | null, reason: string, naming: Naming): string {
  return t.battle.because(winner ? t.battle.wins(naming.who(winner)) : t.battle.nobody_wins, reasonWord(reason));
}

/** null: nothing worth a line. */
export function sentenceOf(event: BattleEvent, naming: Naming): Sentence | null {
  const teller = Object.hasOwn(tellers, event.event) ? tellers[event.event] : undefined;
  const data: JsonObject = event.data;
  const seat = wordOrNull(data.seat);
  if (!teller) {
    const { seat: _seat, ...rest } = data;
    const what = capital(worded(event.event));
    return { text: t.battle.say.other(seat ? joined([naming.who(seat)]) + ', ' + worded(event.event) : what, dataText(rest, naming)), tone: 'plain', seat };
  }
  const told = teller(data, naming);
  if (told === null) return null;
  return typeof told === 'string' ? { text: told, tone: 'plain', seat } : { ...told, seat };
}
