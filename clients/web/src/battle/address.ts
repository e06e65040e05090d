// What the address of a battle's page says beside the battle.
import { parseLink } from 'muster-client';

interface Place {
  path: string;
  fragment: string;
}
const linkTo = ({ path, fragment }: Place) => parseLink(`${location.origin}${path}#${fragment}`);

/** Of a seat. */
export function tokenIn(place: Place): string | null {
  return linkTo(place)?.token ?? null;
}

/** The number of the event that is to be looked at. */
export function momentIn(place: Place): number | null {
  return linkTo(place)?.moment ?? null;
}

/** A random number of one's own for the dice: 32 hex digits. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
