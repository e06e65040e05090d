// How battles of a ruleset are told and shown: for the rulesets that this page was built with it comes in a file of its own, for any other the
// server tells it.
import { describeRuleset, descriptionOf, type Description } from 'muster-client/table';
import { descriptions } from 'virtual:descriptions';
import { known } from './known';
import { muster } from './server';

async function fetched(ruleset: string): Promise<Description> {
  const load = known(descriptions, ruleset);
  return load ? (await load()).default : (await muster.description(ruleset)).describe;
}

/** Until it is here. Where it cannot be had, battles are told from their data. */
export async function needDescription(ruleset: string): Promise<void> {
  if (descriptionOf(ruleset)) return;
  await fetched(ruleset).then(
    (description) => describeRuleset(ruleset, description),
    () => {},
  );
}
