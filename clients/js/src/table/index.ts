// The table as it lies after each event of a battle: what 'muster-client/table' exports.
import { allDescribed } from '../generated/described.js';
import { describeRuleset } from './described.js';

for (const [ruleset, description] of Object.entries(allDescribed)) describeRuleset(ruleset, description);

export * from './core.js';
