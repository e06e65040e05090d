// The one connection of this page to its server: the one that the page came from. A page that was built to work from anywhere (`make web`) is told
// which: by its address, or once by the person.
import { Muster } from 'muster-client';

import { BrowserKeeping } from './keeping';

export const fromAnywhere = import.meta.env.MODE === 'anywhere';

const key = 'muster.server';

/** An address with its server, as the fragment of a page from anywhere has it, and links to the server's own page. */
export function wholeAddress(text: string): URL | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

function told(): string {
  const named = wholeAddress(location.hash.slice(1));
  if (named) return named.origin;
  try {
    return wholeAddress(localStorage.getItem(key) ?? '')?.origin ?? '';
  } catch {
    return ''; // storage forbidden: it is asked for anew
  }
}

/** Empty: nobody has said yet. */
export const server: string = fromAnywhere ? told() : location.origin;

/** The name under which is kept what belongs to this server alone: others have the same names for other battles. */
export const keyHere = (name: string): string => (fromAnywhere ? `${name}@${server}` : name);

export const keeping = new BrowserKeeping(keyHere);

/** Asked nothing as long as there is no server. */
export const muster = new Muster(server || 'https://server.invalid', { keeping });

/** A new tab goes on with the server of the one that was used last. */
export function keepServer(): void {
  if (!fromAnywhere || !server) return;
  const keep = () => {
    try {
      localStorage.setItem(key, server);
    } catch {
      // Then the address alone says it.
    }
  };
  keep();
  addEventListener('focus', keep);
}
