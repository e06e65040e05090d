// Rows of counters and choices of units, one made from the other.
import type { JsonObject } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { t } from '../../lib/i18n.svelte';
import { known } from '../../lib/known';
import { capital } from '../../lib/words';
import { choiceText, type Decision, decisionOf, type Naming, withAt } from '../naming';
import { offerText } from '../telling';
import { atPlace, descriptionOf, number, objects, own, type Piece, rosterOf, type Side, text, troops } from 'muster-client/table';
import type { RankChoice } from '../table_choice.svelte';
import type { OpenRequest } from './props';
import type { Row } from './UnitCounters.svelte';

/** How a decision of counts is asked, and what becomes of those that are chosen, by the event that tells of it. */
export function counted(kind: string, naming: Naming): { how: Partial<Decision>; place: string; fate: 'lost' | 'forward' | undefined } {
  const how: Partial<Decision> = decisionOf(kind, naming) ?? {};
  const does = own(descriptionOf(naming.ruleset)?.events, how.told_by ?? '')?.does ?? [];
  return { how, place: how.choice ?? '', fate: does.some(({ op }) => op === 'lose') ? 'lost' : does.some(({ op }) => op === 'forward') ? 'forward' : undefined };
}

/** What the main button says that a choice will do. */
export function deedOf(kind: string, choice: JsonObject, naming: Naming): string {
  const what = choiceText(kind, choice, naming);
  const { fate } = counted(kind, naming);
  return toldBy(naming.ruleset, 'answers', `${kind}_do`, { what }) ?? (fate === 'lost' ? t.forms.do_lose({ what }) : fate === 'forward' ? t.battle.do_wave({ what }) : capital(what));
}

/** The units among a decision's options, as rows; what options do not say of a unit comes from the roster. */
export function rowsOf({ kind, options }: OpenRequest, setup: JsonObject, naming: Naming): Row[] {
  const { list, item } = decisionOf(kind, naming) ?? {};
  const unitOf = rosterOf(setup);
  return objects(atPlace(options, list ?? '')).map((offered) => {
    const unit = unitOf(text(offered.unit));
    const row = { unit: text(offered.unit), kind: text(offered.class) || unit.kind, era: number(offered.era, unit.era) };
    const note = offerText(item, offered, naming) ?? [known(t.battle.kinds, row.kind), row.era ? t.battle.era({ n: row.era }) : ''].filter(Boolean).join(' · ');
    return { ...row, enhanced: offered.enhanced === true, name: capital(naming.unit(row.unit)), max: number(offered.count), offered, note };
  });
}

export function countsOf(rows: Row[], choice: JsonObject, place: string): number[] {
  const list = troops(atPlace(choice, place));
  return rows.map((row) => list.find((each) => each.unit === row.unit && each.enhanced === row.enhanced)?.count ?? 0);
}

/** `more`: what is said besides of a row. */
export function choiceOf(rows: Row[], counts: number[], place: string, more: (at: number) => JsonObject = () => ({})): JsonObject {
  const units = rows.map(({ unit, enhanced, offered }, at) => ({ unit, ...('enhanced' in offered && { enhanced }), count: counts[at] ?? 0, ...more(at) }));
  return withAt({}, place, units.filter((each) => each.count > 0));
}

/** One row's count set, as far as there are pieces and as there is room for more. */
export function withCount(rows: Row[], counts: number[], at: number, value: number, room: number): number[] {
  const most = Math.min(rows[at]!.max, (counts[at] ?? 0) + Math.max(0, room));
  const count = Math.max(0, Math.min(most, Math.floor(Number.isFinite(value) ? value : 0)));
  return rows.map((_, index) => (index === at ? count : (counts[index] ?? 0)));
}

/** The same rows as two ranks on the table. `room`: for how many more of a row. */
export function ranksOf(rank: Pick<RankChoice, 'seat' | 'title' | 'lost'>, rows: Row[], counts: number[], room: (row: Row) => number, set: (at: number, count: number) => void): RankChoice {
  const at = (unit: string, enhanced: boolean) => rows.findIndex((row) => row.unit === unit && row.enhanced === enhanced);
  return {
    ...rank,
    of: (unit, enhanced) => {
      const row = at(unit, enhanced);
      return row < 0 ? null : { chosen: counts[row] ?? 0, most: rows[row]!.max };
    },
    full: (unit, enhanced) => {
      const row = at(unit, enhanced);
      return row >= 0 && room(rows[row]!) <= 0;
    },
    move: (unit, enhanced, by) => {
      const row = at(unit, enhanced);
      if (row >= 0) set(row, (counts[row] ?? 0) + by);
    },
  };
}

export function sum(counts: number[]): number {
  return counts.reduce((all, each) => all + each, 0);
}

export function pieceOf(side: Side | undefined, row: { unit: string; enhanced: boolean }): Piece | undefined {
  return side?.pieces.find((piece) => piece.unit === row.unit && piece.enhanced === row.enhanced);
}

/** Whether two choices are of the same units. */
export function sameUnits(one: JsonObject, other: JsonObject, place: string): boolean {
  const [a, b] = [one, other].map((choice) => troops(atPlace(choice, place)).filter(({ count }) => count > 0).map((each) => `${each.unit}/${each.enhanced}/${each.count}/${each.supported ?? ''}`).sort().join());
  return a === b;
}
