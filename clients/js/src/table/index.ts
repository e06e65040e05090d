// The table as it lies after each event of a battle: what 'muster-client/table' exports.
export * from './read.js';
export { rosterOf, type Kind, type Unit } from './roster.js';
export * from './table.js';
export { advance } from './fold.js';
