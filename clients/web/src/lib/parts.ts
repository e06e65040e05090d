// Parts of the page come when they are needed. One that did not come because the server was away is not always asked for again, and of some a
// browser keeps that they failed (again_plugin.mjs). So the page begins anew when the server is back, or with the next address. Nothing is lost by
// that: seats, half-made choices and setups are kept. Where a part is missing on the server itself, the page says so and stays.
import { muster } from './server';

let lacking = false;

/** When another page is opened: without a server that answers, what is there already is better than nothing. */
export function renewIfLacking(): void {
  if (lacking) fetch('/healthz').then(({ ok }) => ok && location.reload(), () => {});
}

export function beginAnewAfterBreaks(): void {
  let broken = false;
  const back = () => lacking && location.reload();
  addEventListener('vite:preloadError', () => (lacking = true));
  addEventListener('online', back);
  muster.on('status', (status) => {
    if (status === 'waiting') broken = true;
    if (status === 'open' && broken) back();
  });
}
