// Throws as a table that spreadsheets read.
import type { Throw } from './ledger';

const columns = ['throw', 'at', 'seat', 'name', 'for', 'roll', 'dice', 'total', 'hits'];

/** What strangers wrote is never a formula. */
function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Dice that are not kept are in brackets. */
const diceOf = ({ groups }: Throw) => groups.map(({ dice }) => dice.map(({ value, dropped }) => (dropped ? `(${value})` : value)).join(' ')).join(' | ');

export function csvOf(throws: readonly Throw[]): string {
  const rows = throws.map((each) => [each.number, each.at, each.seat, each.name, each.words, each.roll, diceOf(each), each.total, each.hits ?? '']);
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`; // the mark is for programs that take it for Latin otherwise
}
