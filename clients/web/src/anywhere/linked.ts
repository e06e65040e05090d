// What people paste and devices share: a link, often with words around it.
import { parseLink } from 'muster-client';

/** The first link to a battle in a text; null: it has none. */
export function linkIn(text: string): URL | null {
  const found = text.match(/https?:\/\/\S+/gi)?.find((each) => parseLink(each));
  return found === undefined ? null : new URL(found);
}
