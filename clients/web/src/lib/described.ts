import type { Piece } from 'muster-client/table';

/** What screen readers tell of an element after its name. Of ARIA 1.3, which browsers know and Svelte's types do not yet: to be spread. */
export const described = (lines: readonly string[]) => ({ 'aria-description': lines.join(' ') || undefined });

/** What is known of a piece on the table, or of a token by its name, line by line; nothing before that is loaded (piece_facts.ts). */
export type FactsOf = (what: Piece | string) => readonly string[];
