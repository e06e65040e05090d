// Pages by address. A seat's token and a moment of a battle stand in the fragment, which never reaches a server. A page from anywhere has no
// addresses of its own but one: there all of it, with its server, stands in the fragment, as PAGE#https://server/b/BATTLE#TOKEN.
import { fromAnywhere, keepServer, muster, server, wholeAddress } from './server';

export interface Place {
  path: string;
  query: URLSearchParams;
  /** without "#" */
  fragment: string;
}

type Linked = Pick<Location & HTMLAnchorElement, 'href' | 'hash'>;

function addressOf({ href, hash }: Linked): URL {
  if (!fromAnywhere) return new URL(href);
  const fragment = hash.slice(1);
  return wholeAddress(fragment) ?? new URL(muster.server + (fragment.startsWith('/') ? fragment : '/'));
}

function here(): Place {
  const { pathname, search, hash } = addressOf(location);
  return { path: pathname, query: new URLSearchParams(search), fragment: hash.slice(1) };
}

let place = $state.raw<Place>(here());

export function current(): Place {
  return place;
}

/** What a link to an address of the page's own says. In markup href="/…" is enough: where need be, the build makes it this (anywhere_plugin.mjs). */
export function hrefOf(address: string): string {
  return fromAnywhere ? `#${muster.server}${address}` : address;
}

export function go(address: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', hrefOf(address));
  else history.pushState(null, '', hrefOf(address));
  const from = place.path;
  place = here();
  if (place.path !== from) {
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

/** Whether a link leads to a page of this program. */
function leadsOn(link: HTMLAnchorElement): boolean {
  if (link.target || link.hasAttribute('download')) return false;
  return fromAnywhere ? link.getAttribute('href')!.startsWith('#') : link.origin === location.origin && !link.pathname.startsWith('/api/');
}

export function startRouter(): void {
  keepServer();
  const { pathname, search, hash } = addressOf(location);
  if (fromAnywhere && server) history.replaceState(null, '', hrefOf(pathname + search + hash)); // as a link or a bookmark has it: with its server
  addEventListener('popstate', () => {
    if (fromAnywhere && addressOf(location).origin !== muster.server) location.reload(); // another server was named: all begins anew
    else place = here();
  });
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || !leadsOn(link)) return;
    event.preventDefault();
    const { pathname, search, hash } = addressOf(link);
    go(pathname + search + hash);
  });
}
