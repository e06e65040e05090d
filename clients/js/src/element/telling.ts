// Events of a battle as sentences, by what its ruleset's description says of them and the texts that come with it. The page's sentences
// (clients/web/src/battle/telling.ts) have more: they know every ruleset's units and cells by name.
import { tellMessage, type MessageArguments } from '../message.js';
import { atPlace, descriptionOf, givenAt, isObject, list, number, numberAt, object, objects, own, text, textAt, troops, type Description, type Troop } from '../table/core.js';
import type { BattleEvent, Json, JsonObject, Outcome } from '../types.js';
import type { Language, Words } from './words.js';

type Arguments = NonNullable<NonNullable<Description['items']>[string]['args']>;

/** Of a ruleset, in a language: parts, and in each messages by name. */
export type Texts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const spelled = (id: string) => id.replaceAll(/[_-]/g, ' ');

export class Teller {
  constructor(
    private readonly ruleset: string,
    private readonly texts: Texts,
    private readonly words: Words,
    private readonly language: Language,
    /** who sits where */
    private readonly names: Readonly<Record<string, string>>,
  ) {}

  who(seat: string): string {
    const side = own(this.words.seats as Record<string, string>, seat) ?? capital(spelled(seat));
    const name = this.names[seat];
    return name && name !== seat ? tellMessage(this.words.seat, { seat: side, name }, this.language) : side;
  }

  troops(all: readonly Troop[]): string {
    const told = all.filter(({ count }) => count > 0).map(({ unit, enhanced, count }) => {
      const name = this.unit(unit, count);
      return `${count} ${enhanced ? tellMessage(this.words.enhanced, { name }, this.language) : name}`;
    });
    return told.join(', ') || this.words.none;
  }

  /** null: nothing worth a line. */
  sentence({ event, data }: BattleEvent): string | null {
    const values: JsonObject = object(data as Json);
    const who = this.who(text(values['seat']));
    switch (event) {
      case 'seat_taken': case 'battle_started': case 'conceded': case 'forfeited': case 'draw_offered':
        return tellMessage(this.words[event], { who }, this.language);
      case 'chosen':
        return this.chosen(values, who);
      case 'rolled':
        return own(descriptionOf(this.ruleset)?.rolls, text(values['purpose']))?.silent ? null : tellMessage(this.words.rolled, { who, dice: this.dice(values) }, this.language);
      case 'battle_ended':
        return this.outcome({ winner: typeof values['winner'] === 'string' ? values['winner'] : null, reason: text(values['reason']) });
      default:
        return this.described(event, values);
    }
  }

  outcome({ winner, reason }: Pick<Outcome, 'winner' | 'reason'>): string {
    const why = own(this.words.reasons as Record<string, string>, reason) ?? this.told('endings', reason) ?? spelled(reason);
    return tellMessage(winner === null ? this.words.nobody : this.words.wins, { who: winner === null ? '' : this.who(winner), why }, this.language);
  }

  private chosen(data: JsonObject, who: string): string | null {
    const kind = text(data['kind']);
    const described = own(descriptionOf(this.ruleset)?.decisions, kind);
    return this.told('said', kind, { who, ...this.filled(described?.said, object(data['choice'])) }) || null;
  }

  private described(event: string, data: JsonObject): string | null {
    const described = own(descriptionOf(this.ruleset)?.events, event);
    if (!described || described.silent) return null;
    const values = this.filled(described.args, data);
    const items = described.each === undefined ? [] : list(atPlace(data, described.each));
    return (items.length > 0 ? items.map((item) => this.item(event, item, values)).join(' ') : this.told('events', event, values)) || null;
  }

  private dice(data: JsonObject): string {
    return objects(data['groups']).map((group) => `${spelled(text(group['label']))} ${list(group['dice']).map((die) => number(die)).join(' ')}`).join(' · ');
  }

  private told(part: string, name: string, values: MessageArguments = {}): string | null {
    const message = own(own(this.texts as Record<string, Record<string, unknown>>, part), name);
    return typeof message === 'string' ? tellMessage(message, values, this.language) : null;
  }

  private unit(unit: string, n: number): string {
    return this.told('units', unit, { n }) ?? spelled(unit);
  }

  private item(name: string, item: Json, more: MessageArguments = {}): string {
    const args = descriptionOf(this.ruleset)?.items?.[name]?.args;
    return this.told('items', name, { ...more, ...this.filled(args, item) }) ?? plain(item);
  }

  private filled(args: Arguments | undefined, data: Json): Record<string, string | number> {
    return Object.fromEntries(Object.entries(args ?? {}).map(([name, argument]) => [name, this.filling(argument, data)]));
  }

  private filling({ as, at, also, of = '', between }: Arguments[string], data: Json): string | number {
    const value = atPlace(data, at);
    switch (as) {
      case 'number':
        return numberAt(data, at) + (also ? numberAt(data, also) : 0);
      case 'signed':
        return `${numberAt(data, at) > 0 ? '+' : ''}${numberAt(data, at)}`;
      case 'count':
        return list(value).length;
      case 'word':
        return this.told(of, textAt(data, at)) ?? spelled(textAt(data, at));
      case 'seat':
        return this.who(textAt(data, at));
      case 'unit': {
        const one = typeof value === 'string' ? { unit: value } : object(value);
        return also ? this.troops(troops([{ ...one, count: also.startsWith('/') ? numberAt(data, also, 1) : 1 }])) : this.unit(text(one.unit), 1);
      }
      case 'units':
        return this.troops([at, also].flatMap((place) => (place ? troops(atPlace(data, place)) : [])));
      case 'area':
        return capital(spelled(textAt(data, at)));
      case 'sum':
        return objects(value).map((line) => `${number(line['value'])} ${this.told('sums', text(line['line'])) ?? spelled(text(line['line']))}`).join(' + ').replaceAll('+ -', '− ');
      case 'given':
        return givenAt(data, at) || (also !== undefined && givenAt(data, also)) ? 'yes' : 'no';
      case 'there':
        return value === null ? 'no' : 'yes';
      case 'sentences':
        return (isObject(value) ? Object.entries(value).map(([name, each]): Json => ({ name, value: each })) : list(value)).map((each) => this.item(of, each)).join(between ?? ', ');
      default:
        return plain(value);
    }
  }
}

/** Anything as readable words. */
function plain(value: Json): string {
  if (value === null) return '–';
  if (Array.isArray(value)) return value.map(plain).join(', ');
  if (isObject(value)) return Object.entries(value).map(([name, each]) => `${spelled(name)} ${plain(each)}`).join(', ');
  return spelled(String(value));
}
