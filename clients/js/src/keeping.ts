// Where what a device keeps of its seats is kept. In memory unless somebody gives another place: a file (node.ts), the browser's storage.

import { keptBattlesMax, keptKeysOfServerMax, type KeptSeat } from './mine.js';
import { randomNonce } from './random.js';

/** Which seat: whoever holds its token. */
export type Place = Pick<KeptSeat, 'server' | 'battle' | 'token'>;

export interface Keeping {
  /** What is kept of that seat; a copy, or undefined. */
  seat(place: Place): KeptSeat | undefined;
  /** The seat, open to anybody, that is asked for and has not been given yet; `seat` empty: any of its battle. A copy, or undefined. */
  taking(open: Pick<KeptSeat, 'server' | 'battle' | 'seat'>): KeptSeat | undefined;
  /** Keeps it in the place of what was. Throws if it cannot: then nothing is sent. */
  keep(kept: KeptSeat): void;
  /** Keys by which that server has signed, the latest last. */
  keys(server: string): readonly string[];
  keepKey(server: string, key: string): void;
  /**
   * Where several programs keep in one place, and one may not see at once what another has kept: resolves when this one is the only one that gives shares of the
   * seat, which it is until the signal aborts.
   */
  alone?(place: Place, signal: AbortSignal): Promise<void>;
}

export class MemoryKeeping implements Keeping {
  private readonly seats = new Map<string, KeptSeat>(); // the one used last is the last
  private readonly known = new Map<string, string[]>();

  seat(place: Place): KeptSeat | undefined {
    const kept = this.seats.get(keyOf(place));
    return kept && structuredClone(kept);
  }
  taking({ server, battle, seat }: Pick<KeptSeat, 'server' | 'battle' | 'seat'>): KeptSeat | undefined {
    const kept = [...this.seats.values()].find((each) => each.taking && each.server === server && each.battle === battle && each.seat === seat);
    return kept && structuredClone(kept);
  }
  keep(kept: KeptSeat): void {
    this.seats.delete(keyOf(kept));
    this.seats.set(keyOf(kept), structuredClone(kept));
    const [oldest] = this.seats.keys();
    if (this.seats.size > keptBattlesMax && oldest !== undefined) this.seats.delete(oldest);
  }
  keys(server: string): readonly string[] {
    return this.known.get(server) ?? [];
  }
  keepKey(server: string, key: string): void {
    this.known.set(server, [...this.keys(server), key].slice(-keptKeysOfServerMax));
  }
}

/**
 * What is brought when this seat is taken: drawn, unless it is given, and kept before anything is asked, and the same at each attempt. So nobody who runs the
 * server can refuse until one comes that suits him.
 */
export function nonceFor(keeping: Keeping, asked: Place & Partial<KeptSeat>, given?: string): string {
  const kept = keeping.seat(asked) ?? { seat: '', ...asked };
  const nonce = given ?? kept.nonce ?? kept.drawn ?? randomNonce();
  if (nonce !== kept.nonce && nonce !== kept.drawn) keeping.keep({ ...kept, drawn: nonce });
  return nonce;
}

function keyOf({ server, battle, token }: Place): string {
  return `${server} ${battle} ${token}`;
}
