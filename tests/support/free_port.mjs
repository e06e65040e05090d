import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const begins = (socket) => Promise.race([once(socket, 'listening').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false);

async function listensNowhere(port) {
  const probe = createServer().listen(port, '127.0.0.1');
  if (!(await begins(probe))) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/**
 * A port below those that the kernel lends to clients. A port among them is a trap for a server that is killed and started again
 * on it: a client that comes back meanwhile may be lent the very port it connects to, talk to itself, and keep the server out.
 *
 * Nobody else who asks here, in whatever process, gets it while this process lives: it holds the UDP port of that number, which no server
 * under test wants. To find it free would not do: another test may find the same before a server listens on it.
 */
export async function freePort() {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    const held = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
    if ((await begins(held)) && (await listensNowhere(port))) {
      held.unref();
      return port;
    }
    held.close();
  }
}
