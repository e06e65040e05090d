// What the archive shows. Rules, state, player and title are asked of the server; outcome and dates it cannot be asked for.
import type { Status, Summary } from 'muster-client';

export interface Filter {
  ruleset: string;
  status: Status | '';
  player: string;
  q: string;
  outcome: 'any' | 'first' | 'second' | 'nobody';
  /** days, as a date field has them */
  from: string;
  to: string;
}

const none: Filter = { ruleset: '', status: '', player: '', q: '', outcome: 'any', from: '', to: '' };

export function readFilter(query: URLSearchParams): Filter {
  const filter = { ...none, ...Object.fromEntries([...query].filter(([key]) => key in none)) } as Filter;
  if (!['any', 'first', 'second', 'nobody'].includes(filter.outcome)) filter.outcome = 'any';
  if (!['', 'waiting', 'running', 'over'].includes(filter.status)) filter.status = '';
  return filter;
}

/** "?status=over", or nothing. */
export function writeFilter(filter: Filter): string {
  const fields = Object.entries(filter).filter(([key, value]) => value !== none[key as keyof Filter]);
  const text = new URLSearchParams(fields).toString();
  return text && `?${text}`;
}

/** Whether something is looked for that only this page can tell. */
export function isNarrow(filter: Filter): boolean {
  return filter.outcome !== 'any' || filter.from !== '' || filter.to !== '';
}

export function fits(battle: Summary, filter: Filter): boolean {
  const day = localDay(battle.finished_at ?? battle.created_at);
  if (filter.from && day < filter.from) return false;
  if (filter.to && day > filter.to) return false;
  if (filter.outcome === 'any') return true;
  if (!battle.outcome) return false;
  const winner = battle.outcome.winner;
  if (filter.outcome === 'nobody') return winner === null;
  return winner !== null && winner === battle.seats[filter.outcome === 'first' ? 0 : 1]?.seat;
}

function localDay(at: string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
