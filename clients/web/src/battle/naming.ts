// What things are called, in the language of the person.
import type { EventOf, Json, JsonObject } from 'muster-client';
import { cellName, gridKind } from '../lib/cell_name';
import { toldBy } from '../lib/descriptions';
import { t } from '../lib/i18n.svelte';
import { known } from '../lib/known';
import { listed } from '../lib/lists';
import { type Colour, colourOf, seatWord } from '../lib/sides';
import { capital, sideWord, spelled } from '../lib/words';
import { filled } from './telling';
import { atPlace, type Description, descriptionOf, type DiceGroup, isObject, list, number, object, objects, own, type Side, type Table, text, type Troop, troops } from 'muster-client/table';

/** An id as words, for what nobody has named. */
export function worded(id: string): string {
  return id.replaceAll('_', ' ');
}

export function joined(parts: string[]): string {
  return parts.length === 0 ? t.battle.nothing : listed(parts);
}

export const handedOver = 'seat_handed_over';
/** Who sat down, or took over. */
export type Seating = EventOf<'seat_taken'> | EventOf<typeof handedOver>;

/** Unit names for one setup, which may bring its own. */
export class Naming {
  private readonly own = new Map<string, string>();
  private readonly ownWeapons = new Map<string, string>();
  /** of the seats that the setup names, in its order: what it calls them */
  private readonly nations = new Map<string, string>();

  constructor(
    private readonly setup: JsonObject,
    private readonly names: Record<string, string>,
    readonly ownSeat: string | null,
    /** whose words are used */
    readonly ruleset: string,
  ) {
    for (const each of [...objects(setup.roster), ...objects(setup.profiles)]) {
      const [id, name] = [text(each.unit) || text(each.profile), text(each.name)];
      if (name && name !== spelled(id)) this.own.set(id, name); // what only repeats the id gives way to the reader's language
    }
    const { sides } = descriptionOf(ruleset)?.table ?? {};
    if (sides !== undefined) for (const each of objects(atPlace(setup, sides))) this.nations.set(text(each.seat), text(each.name));
    for (const each of objects(setup.weapons)) if (text(each.name)) this.ownWeapons.set(text(each.weapon), text(each.name));
  }

  /** As it was at an event: who plays a seat by now neither had his name there nor was it he. */
  asOf(at: number, seatings: readonly Seating[]): Naming {
    const names = { ...this.names };
    let own = this.ownSeat;
    for (const { seq, event, data } of seatings) {
      const seat = text(data.seat);
      if (seq <= at) names[seat] = text(data.name) || names[seat]!;
      if (seq >= at && seat === own && event === handedOver) own = null;
    }
    return new Naming(this.setup, names, own, this.ruleset);
  }

  unit(unit: string, count = 2): string {
    return this.own.get(unit) ?? toldBy(this.ruleset, 'units', unit, { n: count }) ?? known(t.units, unit)?.({ n: count }) ?? worded(unit);
  }

  cell(place: Json): string {
    const [first, second] = list(place);
    return cellName(gridKind(this.setup.grid), [number(first), number(second)]);
  }

  /** An area of a map: by the name that its setup gives it, else by its word with capitals. */
  area(area: string): string {
    const own = objects(this.setup.areas).find((each) => each.area === area)?.name;
    return text(own) || worded(area).replaceAll(/(^| )[a-z]/g, (begin) => begin.toUpperCase());
  }

  /** Within a sentence, so in English without a capital. */
  weapon(weapon: string): string {
    return known(t.server.weapons, weapon) ?? this.ownWeapons.get(weapon) ?? worded(weapon);
  }

  troop({ unit, enhanced, count, supported }: Troop): string {
    const pieces = { n: count, name: this.unit(unit, count) };
    const words = enhanced ? t.battle.troop_enhanced(pieces) : t.battle.troop(pieces);
    return supported ? `${words} (${t.battle.with_aircraft({ n: supported })})` : words;
  }

  troops(list: Troop[]): string {
    return joined(list.filter((each) => each.count > 0).map((each) => this.troop(each)));
  }

  /** A side as its setup names it, else by its seat. */
  nation(seat: string): string {
    return this.nations.get(seat) || seatWord(seat);
  }

  /** Whether it is a side that the setup names; barbarians are none. */
  isSide(seat: string): boolean {
    return this.nations.size === 0 || this.nations.has(seat);
  }

  colour(seat: string): Colour {
    return colourOf(seat, [...this.nations.keys()]);
  }

  /** A side with its player's name, and whether that is oneself. */
  who(seat: string): string {
    const words = sideWord(this.nation(seat), this.names[seat] === seat ? undefined : this.names[seat]);
    return seat === this.ownSeat ? t.battle.you_marked({ who: words }) : words;
  }

  side(side: Side): string {
    return this.troops(side.pieces.map((piece) => ({ unit: piece.unit, enhanced: piece.enhanced, count: piece.living })));
  }

  /** "swordsmen (enhanced)", as dice are labelled, in words. */
  label(group: DiceGroup): string {
    const [, unit, enhanced] = /^(.*?)( \(enhanced\))?$/.exec(group.label) ?? [];
    const name = capital(this.unit(unit ?? group.label));
    return enhanced ? t.battle.enhanced_name({ name }) : name;
  }
}

export function kindWord(kind: string): string {
  return known(t.battle.kinds, kind) ?? worded(kind);
}

function phaseWord({ phase, ruleset }: Table): string {
  if (phase === null) return '';
  if (typeof phase === 'number') return t.battle.phase_number({ n: phase });
  return toldBy(ruleset, 'phases', phase) ?? capital(worded(phase));
}

export function phaseLine(table: Table): string {
  const turn = table.map?.turn ?? number(table.fields.turn);
  if (table.map || turn > 0) return turn > 0 ? t.battle.turn_number({ n: turn }) : '';
  const round = table.round ? t.battle.round_number({ n: table.round }) : '';
  const waves = table.waveSize ? t.battle.waves_of({ n: table.waveSize }) : '';
  return [round, phaseWord(table), waves].filter(Boolean).join(' · ');
}

export function lineWord(line: string, ruleset: string): string {
  return toldBy(ruleset, 'sums', line) ?? capital(worded(line));
}

/** Why it is over; to who has lost, "the enemy" would be himself, and of more than two seats there is no "other side". */
export function reasonWord(reason: string, ruleset: string, lost: boolean, seats = 2): string {
  const ofMany = seats > 2 ? (known(t.battle.reasons_of_many, reason) ?? toldBy(ruleset, 'endings_of_many', reason)) : null;
  return (lost && (toldBy(ruleset, 'lost', reason) ?? known(t.battle.lost_because, reason))) || (ofMany ?? known(t.battle.reasons, reason) ?? toldBy(ruleset, 'endings', reason) ?? worded(reason));
}

/** Anything as readable words: for what no component knows. */
export function dataText(value: Json | undefined, naming: Naming): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? t.battle.yes : t.battle.no;
  if (typeof value === 'string') return worded(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((each) => isObject(each) && 'unit' in each && 'count' in each)) return naming.troops(troops(value));
    return value.map((each) => (typeof each === 'object' ? `(${dataText(each, naming)})` : dataText(each, naming))).join(', ') || t.battle.nothing;
  }
  return Object.entries(object(value)).map(([key, each]) => t.common.pair({ what: worded(key), value: dataText(each, naming) })).join(', ');
}

export type Decision = NonNullable<Description['decisions']>[string];

/** Where a decision's choice says yes or no; none: that is not asked. */
export function yesOrNoOf({ form, choice, whether }: Decision): string | undefined {
  return form === 'yes_no' ? choice : form === 'pick' ? whether : undefined;
}

/** The same with something more at a place: a name, as choices have their parts. */
export function withAt(choice: JsonObject, place: string, value: Json): JsonObject {
  return { ...choice, [place.slice(1)]: value };
}

/** How a decision is asked; undefined: nothing says it. */
export const decisionOf = (kind: string, { ruleset }: Naming): Decision | undefined => own(descriptionOf(ruleset)?.decisions, kind);

/** A choice as it is offered, by the words that the ruleset has for it; null: it has none. */
export const answerWord = (kind: string, choice: JsonObject, naming: Naming) => toldBy(naming.ruleset, 'choices', kind, filled(decisionOf(kind, naming)?.said, choice, naming));

/** One that is picked among a few. */
export const sortWord = (sort: string, naming: Naming) => known(t.battle.kinds, sort) ?? naming.unit(sort, 1);

/** A choice as people say it. */
export function choiceText(kind: string, choice: JsonObject, naming: Naming): string {
  const how = decisionOf(kind, naming);
  const words = answerWord(kind, choice, naming);
  if (!how || words !== null) return words ?? dataText(choice, naming);
  const chosen = atPlace(choice, how.choice ?? '');
  if (how.form === 'counts') return naming.troops(troops(chosen));
  return typeof chosen === 'string' && (how.form === 'pick' || how.form === 'pairs') ? sortWord(chosen, naming) : dataText(choice, naming);
}
