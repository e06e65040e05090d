// A branch of a battle, as its address has it: where it left the battle, what was chosen since, and where the dice come from. The rules make all the rest of
// it, always the same.
import type { DiceSource, Move } from '@muster/rules';

export interface Line {
  /** the event after which it leaves the battle */
  seq: number;
  moves: Move[];
  dice: DiceSource;
  /** seats for which the policy of that name chooses */
  best: string[];
}

/** The longest fragment of a link; more than that is not made, and not read. */
export const fragmentMax = 8192;

const seedMax = 2 ** 32;
export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]! % seedMax;

/** Null: it is too long for a link. */
export function fragmentOf({ seq, ...rest }: Line): string | null {
  const bytes = new TextEncoder().encode(JSON.stringify(rest));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const fragment = `${seq}.${text}`;
  return fragment.length <= fragmentMax ? fragment : null;
}

/** Of a fragment that somebody may have written by hand: what cannot be read begins a branch at its moment, and what is wrong with the rest the rules say. */
export function lineOf(fragment: string): Line {
  const [, number = '0', text = ''] = /^(\d{1,9})(?:\.([\w-]+))?$/.exec(fragment.slice(0, fragmentMax)) ?? [];
  return { seq: Number(number), moves: [], dice: { seed: freshSeed() }, best: [], ...restOf(text) };
}

function restOf(text: string): Partial<Line> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
    const { moves, dice, best } = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Line>;
    if (!Array.isArray(moves) || !Array.isArray(best) || typeof dice !== 'object' || dice === null) return {};
    return { moves, dice, best: best.filter((each) => typeof each === 'string') };
  } catch {
    return {};
  }
}
