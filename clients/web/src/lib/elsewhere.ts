// A seat's link that was opened at a relay, which only shows battles: it leads on to the server where the seat plays. Loaded when a seat was refused.
import { muster } from './server';

interface Origin {
  address: string;
  relays: number;
}

/** Where battles of this server are played, if that is another one; null: here, or nobody can say. */
async function playedAt(): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/api/v1/origin', muster.server));
    const origin = (await answer.json()) as Partial<Origin>;
    return answer.ok && origin.relays && origin.address ? new URL(origin.address).origin : null;
  } catch {
    return null;
  }
}

/** `address`: of the seat, with its token in the fragment, which no server sees. */
export async function leadOn(address: string): Promise<void> {
  const there = await playedAt();
  if (there !== null && there !== location.origin) location.replace(there + address);
}
