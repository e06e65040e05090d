// Sentences of a ruleset's description: what fills their gaps, from an event's data or a choice. protocol/narration/telling.hpp does the same in a
// terminal's words.
import type { Json } from 'muster-client';
import { atPlace, type Description, descriptionOf, givenAt, isObject, list, number, numberAt, object, objects, text, textAt, troops } from 'muster-client/table';
import { toldBy } from '../lib/descriptions';
import { signed } from '../lib/numbers';
import { dataText, joined, kindWord, lineWord, worded, type Naming } from './naming';

type Arguments = NonNullable<NonNullable<Description['items']>[string]['args']>;
type Argument = Arguments[string];
type Values = Record<string, string | number>;

function wordOf(of: string, word: string, naming: Naming): string {
  if (of === 'weapons') return naming.weapon(word);
  return toldBy(naming.ruleset, of, word) ?? (of === 'classes' ? kindWord(word) : worded(word));
}

function sum(lines: Json, naming: Naming): string {
  const parts = objects(lines).map((line, index) => {
    const value = number(line.value);
    return `${value < 0 ? '− ' : index > 0 ? '+ ' : ''}${Math.abs(value)} ${lineWord(text(line.line), naming.ruleset)}`;
  });
  return parts.join(' ');
}

/** What a list has, or an object, by name. */
function entries(value: Json): Json[] {
  return isObject(value) ? Object.entries(value).map(([name, each]) => ({ name, value: each })) : list(value);
}

function unit({ at, also }: Argument, data: Json, naming: Naming): string {
  const value = atPlace(data, at);
  const one = typeof value === 'string' ? { unit: value } : object(value);
  if (!also) return naming.unit(text(one.unit));
  return naming.troops(troops([{ ...one, count: also.startsWith('/') ? numberAt(data, also, 1) : 1 }]));
}

function filling(argument: Argument, data: Json, naming: Naming): string | number {
  const { as, at, also, of = '', between } = argument;
  const value = atPlace(data, at);
  switch (as) {
    case 'number':
      return numberAt(data, at) + (also ? numberAt(data, also) : 0);
    case 'signed':
      return signed(numberAt(data, at));
    case 'count':
      return list(value).length;
    case 'word':
      return wordOf(of, textAt(data, at), naming);
    case 'seat':
      return naming.who(textAt(data, at));
    case 'unit':
      return unit(argument, data, naming);
    case 'units':
      return naming.troops([at, also].flatMap((place) => (place ? troops(atPlace(data, place)) : [])));
    case 'cell':
      return naming.cell(value);
    case 'area':
      return naming.area(textAt(data, at));
    case 'sum':
      return sum(value, naming);
    case 'given':
      return givenAt(data, at) || (also !== undefined && givenAt(data, also)) ? 'yes' : 'no';
    case 'there':
      return value === null ? 'no' : 'yes';
    case 'sentences': {
      const told = entries(value).map((each) => itemOf(of, each, naming));
      return between === undefined ? joined(told) : told.join(between);
    }
    case 'data':
      return dataText(value, naming);
    default:
      return text(value);
  }
}

/** What fills the gaps. */
export function filled(args: Arguments | undefined, data: Json, naming: Naming): Values {
  return Object.fromEntries(Object.entries(args ?? {}).map(([name, argument]) => [name, filling(argument, data, naming)]));
}

/** What the ruleset says of one among those that are offered; null: nothing. */
export const offerText = (item: string | undefined, offered: Json, naming: Naming) =>
  item === undefined ? null : toldBy(naming.ruleset, 'items', item, filled(descriptionOf(naming.ruleset)?.items?.[item]?.args, offered, naming));

/** What is said of one in a list; `more`: what is known of all of it. */
export function itemOf(name: string, item: Json, naming: Naming, more: Values = {}): string {
  const args = descriptionOf(naming.ruleset)?.items?.[name]?.args;
  return toldBy(naming.ruleset, 'items', name, { ...more, ...filled(args, item, naming) }) ?? dataText(item, naming);
}
