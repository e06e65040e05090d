// What the archive shows: as it stands in the address, and as the server is asked for it.
import type { ListQuestion, Status } from 'muster-client';

export const outcomes = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'nobody'] as const;
const statuses = ['open', 'waiting', 'running', 'over'] as const;

export interface Filter {
  ruleset: string;
  /** open: anybody may take a seat there */
  status: Status | 'open' | '';
  player: string;
  q: string;
  outcome: (typeof outcomes)[number] | 'any';
  /** days of the person's own time, as a date field has them */
  from: string;
  to: string;
}

const none: Filter = { ruleset: '', status: '', player: '', q: '', outcome: 'any', from: '', to: '' };

export function readFilter(query: URLSearchParams): Filter {
  const filter = { ...none, ...Object.fromEntries([...query].filter(([key]) => key in none)) } as Filter;
  if (!outcomes.some((each) => each === filter.outcome)) filter.outcome = 'any';
  if (!statuses.some((each) => each === filter.status)) filter.status = '';
  if (!startOf(filter.from)) filter.from = '';
  if (!startOf(filter.to)) filter.to = '';
  return filter;
}

/** "?status=over", or nothing. */
export function writeFilter(filter: Filter): string {
  const fields = Object.entries(filter).filter(([key, value]) => value !== none[key as keyof Filter]);
  const text = new URLSearchParams(fields).toString();
  return text && `?${text}`;
}

export function questionOf({ ruleset, status, player, q, outcome, from, to }: Filter): ListQuestion {
  const begin = startOf(from);
  const end = startOf(to, 1);
  return {
    ...(ruleset ? { ruleset } : {}),
    ...(status === 'open' ? { open: true } : status ? { status } : {}),
    ...(player ? { player } : {}),
    ...(q ? { q } : {}),
    ...(outcome === 'any' ? {} : { outcome }),
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
  };
}

/** The moment at which a day begins here, or one so many days later; nothing for what is no day, or none that the server can tell. */
function startOf(day: string, later = 0): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!parts) return undefined;
  const [year, month, date] = parts.slice(1).map(Number) as [number, number, number];
  const begin = new Date(year, month - 1, date);
  begin.setFullYear(year); // of the first hundred years, which are others to Date
  if (begin.getMonth() !== month - 1) return undefined;
  begin.setDate(date + later);
  const text = begin.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}
