// Decisions that are one sort of pieces, or of anything that has a name, among a few.
import type { JsonObject } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { capital } from '../../lib/words';
import { answerWord, type Decision, decisionOf, type Naming, sortWord, withAt } from '../naming';
import { offerText } from '../telling';
import { atPlace, list, type Table } from 'muster-client/table';
import { nameOf } from './options_of';
import type { OpenRequest } from './props';

/** A sort of pieces that is named: a class, a kind of token. */
export interface Sort {
  sort: string;
  words: string;
  note: string;
  /** what will happen */
  label: string;
  choice: JsonObject;
  usual: boolean;
}

/**
 * Of whom one sort is to be named: of one's own if it is a type of them, as tokens are, else a class of the enemy's; of nobody, if no such pieces lie on
 * the table.
 */
export function sortsOf(request: OpenRequest, table: Table, naming: Naming): { seat: string | null; list: Sort[] } {
  const { kind, seat, options } = request;
  const { form, item, list: words = '', among = '', choice: place = '' }: Partial<Decision> = decisionOf(kind, naming) ?? {};
  const offered = list(atPlace(options, form === 'pairs' ? among : words)).filter(nameOf);
  const tokens = table.sides.find((side) => side.seat === seat)?.tokens ?? [];
  const mine = offered.every((each) => tokens.some(({ unit }) => unit === nameOf(each)));
  const of = table.sides.find((side) => (side.seat === seat) === mine);
  const sorts = offered.map((each) => {
    const sort = nameOf(each);
    const name = mine ? naming.unit(sort, 1) : sortWord(sort, naming);
    const pieces = (of?.pieces ?? []).filter((piece) => piece.kind === sort);
    const choice = withAt({}, place, sort);
    const said = { name, n: tokens.find(({ unit }) => unit === sort)?.living ?? 0, what: naming.troops(pieces.map((piece) => ({ ...piece, count: piece.living }))) };
    const note = toldBy(naming.ruleset, 'answers', `${kind}_note`, said) ?? offerText(item, each, naming) ?? '';
    const called = capital(answerWord(kind, choice, naming) ?? name);
    return { sort, words: called, note, label: toldBy(naming.ruleset, 'answers', `${kind}_do`, said) ?? called, choice, usual: atPlace(request.default, place) === sort, there: mine || pieces.length > 0 };
  });
  return { seat: of && sorts.some(({ there }) => there) ? of.seat : null, list: sorts };
}
