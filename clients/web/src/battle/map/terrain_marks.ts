// The marks that tell kinds of terrain apart where colours do not.
import type { Point } from '../../lib/grid';

/** A setup may have no more kinds than there are of these. */
const tints = ['#3f7a3a', '#3f6f9a', '#9a7a3a', '#7a5f8a', '#3f8a86', '#a05a4a', '#8a8a3a', '#6a6a72'] as const;

/** The colour of a kind, by its place in the setup's list. */
export const tintOf = (index: number): string => tints[index % tints.length]!;

type Stroke = readonly (readonly [number, number])[];

/** Lines of a mark, from the middle of a cell whose width is 1: of the first kind two trees, of the second waves, and so on. */
const marks: readonly (readonly Stroke[])[] = [
  [[[-0.3, 0.2], [-0.16, -0.12], [-0.02, 0.2], [-0.3, 0.2]], [[0.02, 0.1], [0.16, -0.22], [0.3, 0.1], [0.02, 0.1]]],
  [[[-0.3, -0.06], [-0.15, -0.14], [0, -0.06], [0.15, -0.14], [0.3, -0.06]], [[-0.3, 0.14], [-0.15, 0.06], [0, 0.14], [0.15, 0.06], [0.3, 0.14]]],
  [[[-0.28, 0.16], [0, -0.16], [0.28, 0.16]]],
  [[[-0.22, -0.18], [0.22, -0.18], [0.22, 0.18], [-0.22, 0.18], [-0.22, -0.18]]],
  [[[-0.2, -0.2], [0.2, 0.2]], [[-0.2, 0.2], [0.2, -0.2]]],
  [[[0, -0.24], [0, 0.24]], [[-0.24, 0], [0.24, 0]]],
  [[[-0.26, -0.12], [0.26, -0.12]], [[-0.26, 0.12], [0.26, 0.12]]],
  [[[0, -0.24], [0.24, 0], [0, 0.24], [-0.24, 0], [0, -0.24]]],
];

/** An SVG path of the mark of a kind, by its place in the setup's list, around a point. */
export function markOf(index: number, { x, y }: Point, scale: number): string {
  const at = ([dx, dy]: readonly [number, number]) => `${((x + dx) * scale).toFixed(1)} ${((y + dy) * scale).toFixed(1)}`;
  return marks[index % marks.length]!.map((stroke) => `M${stroke.map(at).join('L')}`).join('');
}
