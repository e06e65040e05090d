// Decisions that are one pick among a few answers.
import type { JsonObject } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { t } from '../../lib/i18n.svelte';
import { capital } from '../../lib/words';
import { answerWord, kindWord, type Naming, withAt, yesOrNoOf } from '../naming';
import { filled } from '../telling';
import { atPlace, descriptionOf, own, type Table, text, words } from 'muster-client/table';
import type { Option } from './Options.svelte';
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

const describedAs = (kind: string, { ruleset }: Naming) => own(descriptionOf(ruleset)?.decisions, kind);

/** Of whom one sort is to be named: of one's own if it is a type of them, as tokens are, else a class of the enemy's. null: this decision is not of that sort. */
export function sortsOf(request: OpenRequest, table: Table, naming: Naming): { seat: string; list: Sort[] } | null {
  const { kind, seat, options } = request;
  const how = describedAs(kind, naming);
  if (how?.form !== 'pick' || !how.choice || yesOrNoOf(how)) return null;
  const { ruleset } = naming;
  const sorts = words(atPlace(options, how.list ?? ''));
  const tokens = table.sides.find((side) => side.seat === seat)?.tokens ?? [];
  const mine = sorts.every((sort) => tokens.some(({ unit }) => unit === sort));
  const of = mine ? table.sides.find((side) => side.seat === seat) : table.sides.find((side) => side.seat !== seat);
  const list = sorts.map((sort) => {
    const name = mine ? naming.unit(sort, 1) : kindWord(sort);
    const there = (of?.pieces ?? []).filter((piece) => piece.kind === sort).map((piece) => ({ ...piece, count: piece.living }));
    const said = { name, n: tokens.find(({ unit }) => unit === sort)?.living ?? 0, what: naming.troops(there) };
    const choice = withAt({}, how.choice!, sort);
    return { sort, words: capital(name), note: toldBy(ruleset, 'answers', `${kind}_note`, said) ?? '', label: toldBy(ruleset, 'answers', `${kind}_do`, said) ?? capital(name), choice, usual: atPlace(request.default, how.choice!) === sort };
  });
  return { seat: of?.seat ?? '', list };
}

/** No, and yes; where one picks a place to go, yes to each, or to going nowhere. */
function answers(request: OpenRequest, how: NonNullable<ReturnType<typeof describedAs>>, place: string, naming: Naming): Option[] {
  const { kind, options } = request;
  const option = (key: string, choice: JsonObject, usual: boolean): Option => ({
    key, choice, usual, words: answerWord(kind, choice, naming) ?? (atPlace(choice, place) === true ? t.battle.yes : t.battle.no),
  });
  const usual = atPlace(request.default, place);
  const yes = withAt({}, place, true);
  const grave = how.grave ? { grave: true } : {};
  const no = option('no', withAt({}, place, false), usual === false);
  const to = how.form === 'pick' ? words(atPlace(options, how.list ?? '')) : [];
  if (to.length === 0) return [no, { ...option('yes', yes, usual === true), ...grave }];
  const note = toldBy(naming.ruleset, 'answers', `${kind}_note`);
  return [no, ...to.map((where) => ({ ...option(`to ${where}`, withAt(yes, how.choice ?? '', where), atPlace(request.default, how.choice ?? '') === where), ...grave, ...(note ? { note } : {}) }))];
}

/** null: this decision is not of that sort. */
export function optionsOf(request: OpenRequest, naming: Naming): Option[] | null {
  if (request.kind === 'ready')
    return [
      { key: 'yes', words: t.battle.ready_yes, choice: { ready: true }, usual: true },
      { key: 'no', words: t.battle.ready_no, choice: { ready: false }, usual: false, grave: true },
    ];
  const how = describedAs(request.kind, naming);
  const place = how && yesOrNoOf(how);
  return how && place ? answers(request, how, place, naming) : null;
}

/** The question over a decision, and what else is to be known of it. */
export function questionOf({ kind, options }: { kind: string; options: JsonObject }, naming: Naming): { question: string; note?: string } {
  if (kind === 'ready') return { question: t.battle.ready_question, note: t.battle.ready_text };
  const { ruleset } = naming;
  const args = describedAs(kind, naming)?.args;
  const question = toldBy(ruleset, 'ask', kind, filled(args, options, naming)) ?? t.battle.generic_question({ kind: capital(kind.replaceAll('_', ' ')) });
  const note = toldBy(ruleset, 'removals', text(options.step));
  return { question, ...(note ? { note } : {}) };
}
