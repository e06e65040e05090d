// Where the small words and marks over an area lie, from its middle.
import type { Point } from './layout';

export const markRadius = 10.5;
export const markAt = ({ x, y }: Point): Point => ({ x: x + 25, y: y - 20 });
/** The middle of the foot of what came or was lost. */
export const changeAt = ({ x, y }: Point): Point => ({ x: x - 26, y: y - 15 });
/** Upwards and downwards from there. */
export const badgeHeight = { above: 10, below: 7 };
export const badgeAt = ({ x, y }: Point): Point => ({ x, y: y + 34 });
export const badgeWidth = (words: string): number => 10 + 7 * words.length;
