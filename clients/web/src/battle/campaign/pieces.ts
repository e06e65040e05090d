// Which wooden pieces stand in an area, and where around its middle.
import type { Held } from './figures';

export type Sort = 'city' | 'token' | 'army' | 'ship';

export interface Piece {
  sort: Sort;
  count: number;
  x: number;
}

export interface Row {
  side: string;
  pieces: Piece[];
  /** the emblem's place */
  emblem: number;
  y: number;
  size: number;
}

const width = 20; // of a piece
const emblemWidth = 13;
const height = 23; // of a row
const largest = 1.3;
const room = { width: 66, height: 40 };

/** A row for each side, as large as there is place for. */
export function rowsOf(held: readonly Held[]): Row[] {
  const size = Math.min(largest, room.height / (held.length * height));
  return held.map(({ side, city, population, armies, ships }, index) => {
    const sorts = ([['city', Number(city)], ['token', population], ['army', armies], ['ship', ships]] as const).filter(([, count]) => count > 0);
    const all = emblemWidth + sorts.length * width;
    const own = Math.min(size, room.width / all);
    return {
      side,
      pieces: sorts.map(([sort, count], place) => ({ sort, count, x: emblemWidth + (place + 0.5) * width - all / 2 })),
      emblem: emblemWidth / 2 - all / 2,
      y: (index - (held.length - 1) / 2) * height * size,
      size: own,
    };
  });
}
