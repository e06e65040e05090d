// "a, b and c", as a language says it.
import { language } from './i18n.svelte';

// One for each language: making them costs more than using them.
const formats = new Map<string, Intl.ListFormat>();

export function listed(parts: string[]): string {
  const locale = language() === 'en' ? 'en-GB' : language(); // the English texts set no comma before an "and"
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = new Intl.ListFormat(locale)));
  return format.format(parts);
}
