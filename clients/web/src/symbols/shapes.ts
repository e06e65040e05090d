// Our own unit symbols, drawn in a field of 32 x 32: `fill` is painted, `line` is drawn with a pen of width 2.
import type { Colour } from '../lib/sides';

export interface Shape {
  fill?: string;
  line?: string;
}

const wheels = 'M8 22a3 3 0 1 0 .01 0ZM24 22a3 3 0 1 0 .01 0Z';
const tracks = 'M6 20h20a4 4 0 0 1 0 8H6a4 4 0 0 1 0-8Zm1 2.6a1.4 1.4 0 1 0 .01 0Zm6 0a1.4 1.4 0 1 0 .01 0Zm6 0a1.4 1.4 0 1 0 .01 0Zm6 0a1.4 1.4 0 1 0 .01 0Z';

const shapes: Record<string, Shape> = {
  infantry: {
    fill: 'M12.500 3c3 0 4.800 2 4.800 4.700H7.700C7.700 5 9.500 3 12.500 3ZM8.500 8.700h8c-.3 2.600-1.800 4.300-4 4.300s-3.700-1.700-4-4.300ZM6 14h13v1.500a6.500 6.500 0 0 1-4.500 6.300L16.500 29h-3.200l-.8-6.500-.8 6.500H8.500L9 21.500C7 20 6 18 6 15.500ZM25 2l2.200 5.500L25 9l-2.200-1.500Z',
    line: 'M25 8v21M20 16l4.500-.5',
  },
  cavalry: {
    fill: 'M8 29c-.2-5.500 4.400-8.300 5.200-12.500-2 1.700-3.700 2.100-5.300 2.200l-2 2.300-2.700-2.200 1-4.300C5 10.500 8.200 7.600 11.500 6.300L11.800 2l3.900 3.100C22.500 6.200 27 12.400 26.500 21l-.7 8ZM12.300 9.600a1.200 1.200 0 1 0 .01 0Z',
  },
  artillery: {
    fill: 'M3.500 16.500 26.500 5l2.700 5.300L13 18.500ZM2 15.200l2.500-1.200 1.500 3-2.500 1.200Z',
    line: 'M13 16a6 6 0 1 1-.01 0ZM13 16v12M7 22h12M8.800 17.800l8.400 8.400M17.200 17.800l-8.400 8.400M18.500 24 30 28',
  },
  fleet: {
    fill: 'M3 21h26c-.8 4-3 6.500-6 8H9c-3-1.500-5.200-4-6-8ZM15 3v2.500c5 2 8 5.500 8.500 12.500H17V5ZM13.500 7v11H6.500C7 13 9.500 9.500 13.500 7Z',
    line: 'M15.300 3v18',
  },
  steamship: {
    fill: 'M2 20h28l-3 8H5ZM9 15h14v4H9ZM12 6h4v8h-4ZM17.500 9h3.200v5h-3.200Z',
    line: 'M23 17h6.500M9 17H2.500M25.500 7v12',
  },
  aircraft: {
    fill: 'M16 2c1.500 0 2.200 2 2.200 4.500V11L30 17.500V21l-11.800-3-.6 6 4 3V29.500L16 28l-5.600 1.500V27l4-3-.6-6L2 21v-3.500L13.800 11V6.500C13.800 4 14.500 2 16 2Z',
  },
  population: {
    fill: 'M16 3a5 5 0 0 1 4.200 7.700c4.300 1.300 8 3.300 8 5.300 0 2.200-2.700 2.300-5.600 2L26 29h-7l-3-5.500L13 29H6l3.400-11c-2.900.3-5.600.2-5.600-2 0-2 3.700-4 8-5.300A5 5 0 0 1 16 3Z',
  },
  army: {
    fill: 'M10 5h17l-4.500 5.500L27 16H10Z',
    line: 'M8.500 3v26M4.500 29h8',
  },
  city: {
    fill: 'M3 12h4v3h2.500V6H13v3h6V6h3.500v9H25v-3h4v17H19v-5a3 3 0 0 0-6 0v5H3Z',
  },
  scout_car: {
    fill: `M4 20l3-7h9l2-3h4v3l4 1 3 6v3H3v-3Z${wheels}`,
    line: 'M20 10.500 28 8.500',
  },
  light_tank: {
    fill: `M10 12h10l1.500 3H25l2 4H5l2-4h2Z${tracks}`,
    line: 'M20 13.500h9',
  },
  medium_tank: {
    fill: `M8 9h12l2 4h5l2 6H3l2-6h1.500Z${tracks}`,
    line: 'M20 11h11',
  },
  dual_heavy_tank: {
    fill: `M6 7h14l2 6h6l2 6H2l2-6h1Z${tracks}`,
    line: 'M20 8.600h11M20 11.800h11',
  },
  tank_hunter: {
    fill: `M4 19l3-6 12-1.500 9 7.500Z${tracks}`,
    line: 'M17 14.200 31 13M10 13v-2.500h4',
  },
  howitzer_battery: {
    fill: 'M9 20 22.500 4l4 3.300L13.500 24ZM5 22l4-3 3 4-4 3Z',
    line: 'M15 19a5 5 0 1 1-.01 0ZM18 26l11 3M10 26l-7 3',
  },
  rocket_team: {
    fill: 'M2 12.500 22.500 5.500l1.500 4.500L3.500 17ZM23.500 4 30 5l-4 6ZM10.500 17.200a3.200 3.200 0 1 1-.01 0ZM4.500 30c.3-3.500 2.500-5.600 6-5.600s5.700 2.100 6 5.600Z',
    line: 'M13.500 25l5.500-4 .5-8.500',
  },
  dice: {
    fill: 'M7 3h18a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4ZM10 7.500a2.500 2.500 0 1 0 .01 0ZM22 7.500a2.500 2.500 0 1 0 .01 0ZM16 13.500a2.500 2.500 0 1 0 .01 0ZM10 19.500a2.500 2.500 0 1 0 .01 0ZM22 19.500a2.500 2.500 0 1 0 .01 0Z',
  },
  generic: {
    fill: 'M16 3 29 16 16 29 3 16ZM16 8.500 8.500 16l7.500 7.500 7.500-7.500Z',
  },
};

/** Ships of steel look their age; soldiers keep one symbol for each class, since classes are what meets and matches. */
export function shapeOf(kind: string, era = 1): Shape {
  if (kind === 'fleet' && era >= 3) return shapes.steamship!;
  return (Object.hasOwn(shapes, kind) ? shapes[kind] : shapes.generic)!;
}

/** A sword for those who come, a shield for those who stand: the sides differ without colour too; plain shapes for more than two. Painted by even-odd. */
export const emblems: Record<Colour, string> = {
  a: 'M27.500 2.500 28 9 14.300 22.300l2.400 2.400-2.200 2.200-3.200-3.200-4.800 4.800a2.200 2.200 0 0 1-3.100-3.100l4.900-4.700-3.200-3.200 2.200-2.200 2.400 2.400L23 4Z',
  b: 'M16 2.500c4 2.300 7.600 3.200 11.500 3.200.5 11-3.500 19-11.500 23.800C8 24.700 4 16.700 4.500 5.700 8.400 5.700 12 4.800 16 2.500Zm0 4.200c-2.600 1.300-5 2-7.700 2.300.2 7 2.800 12.300 7.700 16Z',
  c: 'M16 3 30 28H2Zm0 8.500L9 24h14Z',
  d: 'M16 2l4.100 9.300 10.100 1-7.600 6.700 2.200 9.900L16 23.700l-8.800 5.200 2.200-9.900-7.600-6.700 10.100-1Z',
  e: 'M16 2 29 16 16 30 3 16Zm0 7-6.500 7 6.500 7 6.500-7Z',
  f: 'M4 4h24v24H4Zm6 6v12h12V10Z',
  g: 'M16 3a13 13 0 1 1-.01 0Zm0 7a6 6 0 1 0 .01 0Z',
  h: 'M12 3h8v9h9v8h-9v9h-8v-9H3v-8h9Z',
};
