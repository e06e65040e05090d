// What compiled messages are made of. A count stands in them as it is everywhere on the page: without marks between its digits.
export { plural, select } from '@messageformat/runtime';

export function number(_language: string, value: number, offset: number): string {
  return String(value - offset);
}
