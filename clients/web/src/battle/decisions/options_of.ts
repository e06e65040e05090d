// Decisions that are one pick among a few answers.
import type { DecisionRequest, JsonObject, RequestOf } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { t } from '../../lib/i18n.svelte';
import { capital } from '../../lib/words';
import { answerWord, kindWord, type Naming } from '../naming';
import { filled } from '../telling';
import { descriptionOf, number, own, type Table, text, words } from 'muster-client/table';
import type { Option } from './Options.svelte';

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

function hitClasses(request: RequestOf<'hit_class'>, table: Table, naming: Naming): { seat: string; list: Sort[] } {
  const enemy = table.sides.find((side) => side.seat !== request.seat);
  const list = words(request.options.classes).map((kind) => ({
    sort: kind,
    words: capital(kindWord(kind)),
    note: answerWord(naming.ruleset, 'class_enemy', { what: naming.troops((enemy?.pieces ?? []).filter((piece) => piece.kind === kind).map((piece) => ({ ...piece, count: piece.living }))) }),
    label: answerWord(naming.ruleset, 'do_hit', { kind: kindWord(kind) }),
    choice: { class: kind },
    usual: request.default.class === kind,
  }));
  return { seat: enemy?.seat ?? '', list };
}

function removals(request: RequestOf<'remove'>, naming: Naming): { seat: string; list: Sort[] } {
  const left = { population: number(request.options.population), army: number(request.options.armies) };
  const list = words(request.options.tokens).map((token) => ({
    sort: token,
    words: capital(naming.unit(token, 1)),
    note: answerWord(naming.ruleset, 'remove_of', { n: token === 'army' ? left.army : left.population }),
    label: answerWord(naming.ruleset, 'do_remove', { name: naming.unit(token, 1) }),
    choice: { token },
    usual: request.default.token === token,
  }));
  return { seat: request.seat, list };
}

/** Of whom one sort is to be named; null: this decision is not of that sort. */
export function sortsOf(request: DecisionRequest, table: Table, naming: Naming): { seat: string; list: Sort[] } | null {
  switch (request.kind) {
    case 'hit_class':
      return hitClasses(request, table, naming);
    case 'remove':
      return removals(request, naming);
    default:
      return null;
  }
}

function retreats(request: RequestOf<'retreat'>, naming: Naming): Option[] {
  const regions = words(request.options.regions);
  const leave: Option[] = regions.map((region) => ({
    key: `to ${region}`,
    words: answerWord(naming.ruleset, 'retreat_to', { region }),
    note: answerWord(naming.ruleset, 'retreat_note'),
    choice: { retreat: true, region },
    usual: request.default.region === region,
    grave: true,
  }));
  const nowhere: Option = { key: 'nowhere', words: answerWord(naming.ruleset, 'retreat_nowhere'), choice: { retreat: true }, usual: false, grave: true };
  const stay: Option = { key: 'stay', words: answerWord(naming.ruleset, 'retreat_stay'), choice: { retreat: false }, usual: request.default.retreat === false };
  return [stay, ...(regions.length > 0 ? leave : [nowhere])];
}

/** null: this decision is not of that sort. */
export function optionsOf(request: DecisionRequest, naming: Naming): Option[] | null {
  switch (request.kind) {
    case 'retreat':
      return retreats(request, naming);
    case 'withdraw':
      return [
        { key: 'stay', words: answerWord(naming.ruleset, 'withdraw_no'), choice: { withdraw: false }, usual: request.default.withdraw === false },
        { key: 'leave', words: answerWord(naming.ruleset, 'withdraw_yes'), choice: { withdraw: true }, usual: request.default.withdraw === true, grave: true },
      ];
    case 'ready':
      return [
        { key: 'yes', words: t.battle.ready_yes, choice: { ready: true }, usual: true },
        { key: 'no', words: t.battle.ready_no, choice: { ready: false }, usual: false, grave: true },
      ];
    default:
      return null;
  }
}

/** The question over a decision, and what else is to be known of it. */
export function questionOf({ kind, options }: { kind: string; options: JsonObject }, naming: Naming): { question: string; note?: string } {
  if (kind === 'ready') return { question: t.battle.ready_question, note: t.battle.ready_text };
  const { ruleset } = naming;
  const args = own(descriptionOf(ruleset)?.decisions, kind)?.args;
  const question = toldBy(ruleset, 'ask', kind, filled(args, options, naming)) ?? t.battle.generic_question({ kind: capital(kind.replaceAll('_', ' ')) });
  const note = toldBy(ruleset, 'removals', text(options.step));
  return { question, ...(note ? { note } : {}) };
}
