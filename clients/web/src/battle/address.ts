// What the address of a battle's page says beside the battle.
import { parseLink } from 'muster-client';

import { muster } from '../lib/server';

interface Place {
  path: string;
  fragment: string;
}
const linkTo = ({ path, fragment }: Place) => parseLink(`${muster.server}${path}#${fragment}`);

/** Of a seat. */
export function tokenIn(place: Place): string | null {
  return linkTo(place)?.token ?? null;
}

/** The number of the event that is to be looked at. */
export function momentIn(place: Place): number | null {
  return linkTo(place)?.moment ?? null;
}
