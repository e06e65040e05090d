// What this device keeps of its battles, in the browser's storage: an entry for each seat, beside the list of seats.
import { keptBattlesMax, keptKeysOfServerMax, type Keeping, type KeptSeat, MemoryKeeping, type Place } from 'muster-client';

type Kept = Omit<KeptSeat, 'server'>;

export class BrowserKeeping implements Keeping {
  private readonly memory = new MemoryKeeping(); // where storage is forbidden, as long as the page lasts

  /** `keyOf`: under which name something that belongs to this server is stored. */
  constructor(private readonly keyOf: (name: string) => string) {}

  seat(place: Place): KeptSeat | undefined {
    const kept = this.stored(this.nameOf(place));
    return kept ? { ...kept, server: place.server } : this.memory.seat(place);
  }

  taking({ server, battle, seat }: Pick<KeptSeat, 'server' | 'battle' | 'seat'>): KeptSeat | undefined {
    for (const name of this.list('muster.kept')) {
      const kept = name.startsWith(`muster.kept ${battle} `) ? this.stored(name) : undefined;
      if (kept?.taking && kept.seat === seat) return { ...kept, server };
    }
    return this.memory.taking({ server, battle, seat });
  }

  keep(kept: KeptSeat): void {
    const { server: _server, ...stored } = kept;
    const name = this.nameOf(kept);
    const text = JSON.stringify(stored);
    for (let used = this.used(name); ; used = this.dropFirst(used)) {
      try {
        localStorage.setItem(name, text);
        return this.setUsed(used);
      } catch {
        if (used.length <= 1) break; // not even alone
      }
    }
    this.memory.keep(kept);
  }

  forget(place: Pick<Place, 'battle' | 'token'>): void {
    try {
      const name = this.nameOf(place);
      localStorage.removeItem(name);
      this.setUsed(this.list('muster.kept').filter((each) => each !== name));
    } catch {
      // Then nothing was stored.
    }
  }

  keys(): readonly string[] {
    return this.list('muster.keys');
  }

  keepKey(_server: string, key: string): void {
    try {
      localStorage.setItem(this.keyOf('muster.keys'), JSON.stringify([...this.keys(), key].slice(-keptKeysOfServerMax)));
    } catch {
      // Without storage the next battle's key is the first again.
    }
  }

  // What one tab keeps others may see a moment later: so one of them gives the shares, as long as it is open.
  alone(place: Place, signal: AbortSignal): Promise<void> {
    const { locks } = navigator;
    if (!locks) return Promise.resolve();
    return new Promise((resolve) => {
      const held = () => new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        resolve();
      });
      locks.request(this.nameOf(place), { signal }, held).catch(() => resolve()); // it is not followed any more
    });
  }

  private stored(name: string): Kept | undefined {
    try {
      return (JSON.parse(localStorage.getItem(name) ?? 'null') as Kept | null) ?? undefined;
    } catch {
      return undefined; // forbidden, or somebody else's data
    }
  }

  private nameOf({ battle, token }: Pick<Place, 'battle' | 'token'>): string {
    return this.keyOf(`muster.kept ${battle} ${token}`);
  }

  // Names of entries, the one used last is the last; of more than are kept the first go.
  private used(name: string): string[] {
    let used = [...this.list('muster.kept').filter((each) => each !== name), name];
    while (used.length > keptBattlesMax) used = this.dropFirst(used);
    return used;
  }

  private dropFirst([first, ...rest]: string[]): string[] {
    if (first !== undefined) localStorage.removeItem(first);
    return rest;
  }

  private setUsed(used: string[]): void {
    localStorage.setItem(this.keyOf('muster.kept'), JSON.stringify(used));
  }

  private list(name: string): string[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.keyOf(name)) ?? '[]');
      return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
    } catch {
      return [];
    }
  }
}
