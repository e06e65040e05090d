// The one connection of this page to its server.
import { Muster } from 'muster-client';

/** The server that this page came from. */
export const muster = new Muster(location.origin);
