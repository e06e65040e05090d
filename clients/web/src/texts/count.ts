/** "1 unit", "3 units". */
export const count = (n: number, one: string, several: string) => `${n} ${n === 1 ? one : several}`;
