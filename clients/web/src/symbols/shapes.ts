// Our own unit symbols and the emblems of sides, drawn in a field of 32 x 32: `fill` is painted by even-odd, `line` is drawn with a pen of width 2. They
// stand in shapes.json, of which the server draws its pictures too (server/card).
import type { Colour } from '../lib/sides';
import drawn from './shapes.json';

export interface Shape {
  fill?: string;
  line?: string;
}

const shapes: Record<string, Shape> = drawn.shapes;

/** Ships of steel look their age; soldiers keep one symbol for each class, since classes are what meets and matches. */
export function shapeOf(kind: string, era = 1): Shape {
  if (kind === 'fleet' && era >= 3) return shapes.steamship!;
  return (Object.hasOwn(shapes, kind) ? shapes[kind] : shapes.generic)!;
}

/** A sword for those who come, a shield for those who stand: the sides differ without colour too; plain shapes for more than two. */
export const emblems: Record<Colour, string> = drawn.emblems;
