export type Setup = Record<string, unknown>;
export * from '../support/setups.mjs';
