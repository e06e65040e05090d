// What a witness says of itself. A server's page may ask nobody but that server; one from a third place may.
import { fromAnywhere } from '../lib/server';

const patience = 10_000;

/** The key that is told at its address; null: it can't be asked from here, or doesn't answer. */
export async function keyTold(address: string): Promise<string | null> {
  if (!fromAnywhere) return null;
  try {
    const response = await fetch(`${address}/api/v1/witness`, { credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.timeout(patience) });
    const { key } = (await response.json()) as { key?: unknown };
    return response.ok && typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}
