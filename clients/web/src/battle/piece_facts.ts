// What a piece or a token on the table is, line by line: its class and age, and what the rules make of it.
import type { Piece, Table } from 'muster-client/table';

import { t } from '../lib/i18n.svelte';
import { known } from '../lib/known';
import { signed } from '../lib/numbers';
import { capital, eraWord } from '../lib/words';
import { kindWord } from './naming';

function pieceFacts(ruleset: string, { kind, era, strength, modifier }: Piece): string[] {
  const age = kind === 'aircraft' ? t.pieces.strength({ n: strength }) : eraWord(era);
  const what = [capital(kindWord(kind)), age, modifier ? t.pieces.modifier({ n: signed(modifier) }) : ''].filter(Boolean).join(' · ');
  const rules = known<Record<string, Record<string, string>>>(t.pieces.rules, ruleset);
  return [what, rules?.[kind] ?? ''];
}

export function factsOf({ ruleset }: Table, what: Piece | string): readonly string[] {
  const lines = typeof what === 'string' ? [known<Record<string, string>>(t.pieces.tokens, what) ?? ''] : pieceFacts(ruleset, what);
  return lines.filter(Boolean);
}
