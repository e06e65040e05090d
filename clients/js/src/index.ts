export * from './types.js';
export * from './muster.js';
