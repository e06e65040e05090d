// Numbers as people of a language write them.
import { language } from './i18n.svelte';

/** A chance: what is not quite certain never reads as if it were. */
export function percent(chance: number): string {
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat(language(), { style: 'percent', minimumFractionDigits: 0, maximumFractionDigits: digits }).format(value);
  const rounding = 1e-9; // of the server's sums
  if (chance > rounding && chance < 0.001) return `< ${format(0.001, 1)}`;
  if (chance < 1 - rounding && chance > 0.999) return `> ${format(0.999, 1)}`;
  return format(Math.min(Math.max(chance, 0), 1), chance < 0.1 || chance > 0.9 ? 1 : 0);
}

export function whole(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

/** "today, 14:05", or the date. */
export function moment(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const sameDay = date.toDateString() === new Date().toDateString();
  const style: Intl.DateTimeFormatOptions = sameDay
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(language(), style).format(date);
}
