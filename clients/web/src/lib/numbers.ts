// Numbers and times as people of a language and its region write them.
import { locale } from './i18n.svelte';

// A formatter costs more than a page full of numbers: each is made once for a language.
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(key: string, style: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale()} ${key}`;
  let known = formatters.get(name);
  if (!known) formatters.set(name, (known = new Intl.NumberFormat(locale(), style)));
  return known;
}

/** A chance: what is not quite certain never reads as if it were. */
export function percent(chance: number): string {
  const format = (value: number, digits: 0 | 1) => formatter(`percent ${digits}`, { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: digits }).format(value);
  const rounding = 1e-9; // of the server's sums
  if (chance > rounding && chance < 0.001) return `< ${format(0.001, 1)}`;
  if (chance < 1 - rounding && chance > 0.999) return `> ${format(0.999, 1)}`;
  return format(Math.min(Math.max(chance, 0), 1), chance < 0.1 || chance > 0.9 ? 1 : 0);
}

export function whole(value: number): string {
  return formatter('whole', {}).format(value);
}

/** A number as it is spoken of, with one digit behind the comma. */
export function tenths(value: number): string {
  return formatter('tenths', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);
}

/** A modifier: "+1", "−1", "0". */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** "today, 14:05", or the date. */
export function moment(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const sameDay = date.toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = sameDay
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(locale(), style).format(date);
}
