// What things are called, in the language of the person.
import type { Json, JsonObject } from 'muster-client';
import { t } from '../lib/i18n.svelte';
import { sideWord } from '../lib/words';
import { type DiceGroup, isObject, object, objects, type Side, type Table, text, type Troop, troops } from 'muster-client/table';

/** An id as words, for what nobody has named. */
export function worded(id: string): string {
  return id.replaceAll('_', ' ');
}

export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase() + words.slice(1);
}

export function joined(parts: string[]): string {
  if (parts.length < 2) return parts[0] ?? t.battle.nothing;
  return parts.slice(0, -1).join(', ') + t.battle.and + parts.at(-1);
}

/** Unit names for one setup, which may bring its own. */
export class Naming {
  private readonly own = new Map<string, string>();

  constructor(
    setup: JsonObject,
    private readonly names: Record<string, string>,
    private readonly ownSeat: string | null,
  ) {
    for (const each of [...objects(setup.roster), ...objects(setup.profiles)]) {
      const name = text(each.name);
      if (name) this.own.set(text(each.unit) || text(each.profile), name);
    }
  }

  unit(unit: string, count = 2): string {
    const own = this.own.get(unit);
    if (own !== undefined) return own;
    const known = Object.hasOwn(t.battle.units, unit) ? t.battle.units[unit] : undefined;
    return known ? known[count === 1 ? 0 : 1] : worded(unit);
  }

  troop({ unit, enhanced, count, supported }: Troop): string {
    const words = t.battle.troop(count, this.unit(unit, count), enhanced);
    return supported ? `${words} (${t.battle.with_aircraft(supported)})` : words;
  }

  troops(list: Troop[]): string {
    return joined(list.filter((each) => each.count > 0).map((each) => this.troop(each)));
  }

  /** A side with its player's name, and whether that is oneself. */
  who(seat: string): string {
    const words = sideWord(seat, this.names[seat]);
    return seat === this.ownSeat ? words + t.battle.you_mark : words;
  }

  side(side: Side): string {
    return this.troops(side.pieces.map((piece) => ({ unit: piece.unit, enhanced: piece.enhanced, count: piece.living })));
  }

  /** "swordsmen (enhanced)", as dice are labelled, in words. */
  label(group: DiceGroup): string {
    const [, unit, enhanced] = /^(.*?)( \(enhanced\))?$/.exec(group.label) ?? [];
    const name = capital(this.unit(unit ?? group.label));
    return enhanced ? t.battle.enhanced_name(name) : name;
  }
}

export function kindWord(kind: string): string {
  return (Object.hasOwn(t.battle.kinds, kind) && t.battle.kinds[kind]) || worded(kind);
}

export function phaseWord(phase: string | number | null): string {
  if (phase === null) return '';
  if (typeof phase === 'number') return t.battle.phase_number(phase);
  return (Object.hasOwn(t.battle.phases, phase) && t.battle.phases[phase]) || capital(worded(phase));
}

export function phaseLine(table: Table): string {
  if (table.map) return table.map.turn > 0 ? t.battle.turn_number(table.map.turn) : '';
  return t.battle.phase_line(table.round, phaseWord(table.phase), table.waveSize);
}

export function lineWord(line: string): string {
  return (Object.hasOwn(t.battle.lines, line) && t.battle.lines[line]) || capital(worded(line));
}

export function reasonWord(reason: string): string {
  return (Object.hasOwn(t.battle.reasons, reason) && t.battle.reasons[reason]) || worded(reason);
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
  return Object.entries(object(value)).map(([key, each]) => `${worded(key)}: ${dataText(each, naming)}`).join(', ');
}

/** A choice as people say it. */
export function choiceText(choice: JsonObject, naming: Naming): string {
  if (Array.isArray(choice.units)) return naming.troops(troops(choice.units));
  if (typeof choice.token === 'string') return naming.unit(choice.token, 1);
  if (typeof choice.class === 'string') return kindWord(choice.class);
  if (choice.retreat === false) return t.battle.retreat_stay;
  if (typeof choice.region === 'string') return t.battle.retreat_to(choice.region);
  if (choice.withdraw === false) return t.battle.withdraw_no;
  return dataText(choice, naming);
}
