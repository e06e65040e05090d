// Parts of the page come when they are needed. One that did not come because the server was away is not always asked for again, and of some a
// browser keeps that they failed (again_plugin.mjs). So the page begins anew when the server is back. Nothing is lost by that: seats, half-made
// choices and setups are kept. Where a part is missing on the server itself, the page says so and stays.
import { muster } from './server';

export function beginAnewAfterBreaks(): void {
  let lacking = false;
  let broken = false;
  const back = () => lacking && location.reload();
  addEventListener('vite:preloadError', () => (lacking = true));
  addEventListener('online', back);
  muster.on('status', (status) => {
    if (status === 'waiting') broken = true;
    if (status === 'open' && broken) back();
  });
}
