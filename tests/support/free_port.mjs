import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port below those that the kernel lends to clients. A port among them is a trap for a server that is killed and started again
 * on it: a client that comes back meanwhile may be lent the very port it connects to, talk to itself, and keep the server out.
 */
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await Promise.race([once(probe, 'listening').then(() => true), once(probe, 'error').then(() => false)]).catch(() => false);
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
