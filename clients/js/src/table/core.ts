// The same for a program that brings the descriptions of rulesets itself, when it needs them.
export * from './campaign.js';
export * from './read.js';
export { describeRuleset, descriptionOf, own, type Description } from './described.js';
export * from './place.js';
export { rosterOf, type Kind, type Unit } from './roster.js';
export * from './table.js';
export { advance } from './fold.js';
