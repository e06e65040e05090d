// Lengths of time: as the protocol writes them (ISO 8601), and as people read them.
import { t } from './i18n.svelte';

export const second = 1000; // milliseconds, as everywhere here
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** "PT10M", "P3D"; null: none that we know. */
export function readDuration(text: unknown): number | null {
  const found = typeof text === 'string' ? /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) : null;
  if (!found) return null;
  const [days, hours, minutes, seconds] = found.slice(1).map((each) => Number(each ?? 0));
  return days! * day + hours! * hour + minutes! * minute + seconds! * second;
}

/** Whole seconds, or whole days. */
export function writeDuration(milliseconds: number): string {
  return milliseconds >= day && milliseconds % day === 0 ? `P${milliseconds / day}D` : `PT${Math.round(milliseconds / second)}S`;
}

const two = (value: number) => String(value).padStart(2, '0');

/** What a clock shows: 0:09, 12:30, 1:05:00, "2 days 3 h". A second that has begun counts. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / second));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) {
    const days = Math.floor(hours / 24);
    return hours % 24 > 0 ? t.common.days_hours({ days, hours: hours % 24 }) : t.common.days({ n: days });
  }
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** In words: "3 days", "10 minutes", "1 minute 30 seconds". */
export function durationText(milliseconds: number): string {
  const parts: string[] = [];
  let left = Math.round(milliseconds / second) * second;
  for (const [size, words] of [[day, t.common.days], [hour, t.common.hours], [minute, t.common.minutes], [second, t.common.seconds]] as const) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(words({ n: count }));
  }
  return parts.slice(0, 2).join(' ') || t.common.seconds({ n: 0 });
}
