// Pages by address. A seat's token and a moment of a battle stand in the fragment, which never reaches a server.
export interface Place {
  path: string;
  query: URLSearchParams;
  /** without "#" */
  fragment: string;
}

function here(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search), fragment: location.hash.slice(1) };
}

let place = $state.raw<Place>(here());

export function current(): Place {
  return place;
}

export function go(address: string, options: { replace?: boolean } = {}): void {
  if (options.replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  const from = place.path;
  place = here();
  if (place.path !== from) {
    scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

export function startRouter(): void {
  addEventListener('popstate', () => (place = here()));
  addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
