// Whether this page may talk to a server, before it stays with it.

export type Fault = 'address' | 'unencrypted' | 'unreachable' | 'other' | 'forbidden';

const isHere = ({ hostname }: URL) => hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
const withoutName = /^(localhost|[\d.]+|\[[\da-f:]+\])(:\d+)?(\/|$)/i;

/** What was typed: the address of a server or of something on it, perhaps without its scheme, or this page's own with it in the fragment. */
export function addressIn(typed: string): URL | null {
  const text = typed.trim().replace(/^.*?#(?=https?:\/\/)/i, '');
  const whole = /^[a-z]+:\/\//i.test(text) ? text : `${withoutName.test(text) ? 'http' : 'https'}://${text}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url && /^https?:$/.test(url.protocol) && url.hostname ? url : null;
}

const answers = (address: string, init: RequestInit) => fetch(address, { ...init, credentials: 'omit', cache: 'no-store' }).then((response) => response, () => null);

/** Null: it may. */
export async function faultOf(url: URL): Promise<Fault | null> {
  if (location.protocol === 'https:' && url.protocol === 'http:' && !isHere(url)) return 'unencrypted';
  const address = `${url.origin}/api/v1/rulesets`;
  const response = await answers(address, {});
  // What lets no other page read it may still be seen to answer.
  if (!response) return (await answers(url.origin, { mode: 'no-cors' })) ? 'other' : 'unreachable';
  const said: unknown = await response.json().catch(() => null);
  if (!Array.isArray((said as { rulesets?: unknown } | null)?.rulesets)) return 'other';
  // Reading is free to all. Before a header that a plain link has not, the browser asks whether this page may do more.
  return (await answers(address, { headers: { 'Content-Type': 'application/json' } })) ? null : 'forbidden';
}
