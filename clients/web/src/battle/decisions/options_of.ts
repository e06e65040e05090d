// Decisions that are one pick among a few answers.
import type { Json, JsonObject } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { t } from '../../lib/i18n.svelte';
import { capital } from '../../lib/words';
import { answerWord, type Decision, decisionOf, type Naming, withAt, yesOrNoOf } from '../naming';
import { filled } from '../telling';
import { atPlace, isObject, list, text } from 'muster-client/table';
import type { Option } from './Options.svelte';
import type { OpenRequest } from './props';

/** What is picked of one in a list: the word itself, or the name of what has one. */
export const nameOf = (each: Json) => text(isObject(each) ? each.name : each);
const namesIn = (offered: Json) => list(offered).map(nameOf).filter(Boolean);

/** No, and yes; where one picks a place to go, yes to each, or to going nowhere. */
function answers(request: OpenRequest, how: Decision, place: string, naming: Naming): Option[] {
  const { kind, options } = request;
  const option = (key: string, choice: JsonObject, usual: boolean): Option => ({
    key, choice, usual, words: answerWord(kind, choice, naming) ?? (atPlace(choice, place) === true ? t.battle.yes : t.battle.no),
  });
  const usual = atPlace(request.default, place);
  const yes = withAt({}, place, true);
  const grave = how.grave ? { grave: true } : {};
  const no = option('no', withAt({}, place, false), usual === false);
  const to = how.form === 'pick' ? namesIn(atPlace(options, how.list ?? '')) : [];
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
  const how = decisionOf(request.kind, naming);
  const place = how && yesOrNoOf(how);
  return how && place ? answers(request, how, place, naming) : null;
}

/** Whether it is one sort among a few (sorts.ts): of pieces, or of anything that has a name. */
export function picksSort(kind: string, naming: Naming): boolean {
  const how = decisionOf(kind, naming);
  return how !== undefined && !yesOrNoOf(how) && (how.form === 'pick' || (how.form === 'pairs' && !how.partners));
}

/** The question over a decision, and what else is to be known of it. */
export function questionOf({ kind, options }: { kind: string; options: JsonObject }, naming: Naming): { question: string; note?: string } {
  if (kind === 'ready') return { question: t.battle.ready_question, note: t.battle.ready_text };
  const gaps = filled(decisionOf(kind, naming)?.args, options, naming);
  const question = toldBy(naming.ruleset, 'ask', kind, gaps) ?? t.battle.generic_question({ kind: capital(kind.replaceAll('_', ' ')) });
  const note = toldBy(naming.ruleset, 'notes', kind, gaps);
  return { question, ...(note ? { note } : {}) };
}
