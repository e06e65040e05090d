// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

export type * from './common.js';
export type * from './description.js';
export type * from './theatre.js';
export type * from './advanced_combat.js';
export type * from './phased_combat.js';
export type * from './dice.js';
export type * from './simple_combat.js';
export type * from './armies.js';
export type * from './maps.js';
