// Whose colour a piece, a land or a way has.
import { colourOf } from '../../lib/sides';
import { barbarians } from './figures';

/** As a value of --own. */
export function ownColour(side: string, seats: readonly string[]): string {
  return side === barbarians ? 'var(--wild)' : `var(--side-${colourOf(side, seats)})`;
}
