// How battles of each ruleset are told and what lies on their tables, by the descriptions that are known here.
import type { RulesetDescription } from '../types.js';

/** What a ruleset shows and asks, as data. */
export type Description = RulesetDescription['describe'];
/** What an event changes on the table. */
export type Change = NonNullable<NonNullable<Description['events']>[string]['does']>[number];

const known = new Map<string, Description>();

/** From now on tables of this ruleset's battles are made by this description: of one that the SDK was built without, what Muster.description() tells. */
export function describeRuleset(ruleset: string, description: Description): void {
  known.set(ruleset, description);
}

/** undefined: on its tables nothing is known to lie. */
export function descriptionOf(ruleset: string): Description | undefined {
  return known.get(ruleset);
}

/** Of a table by a name, if it has one. */
export function own<Value>(all: { [name: string]: Value } | undefined, name: string): Value | undefined {
  return all && Object.hasOwn(all, name) ? all[name] : undefined;
}
