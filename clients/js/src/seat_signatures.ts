// Whether what a seat has signed is signed by it, and which of its inputs are not (protocol/README.md, "Seats that sign").

import { canonical, isSigned } from './chain.js';
import type { Entry, Said } from './input.js';
import { problem, type Problem } from './problem.js';
import { bytesOf, fromHex, joined, type Bytes } from './proof.js';
import type { Json } from './types.js';

/** What a record proves of one seat's signatures. */
export interface SeatSigned {
  seat: string;
  /** by which it signs, each until the next, and the input (from 1) that brought it; none: it signs nothing */
  keys: { from: number; key: string }[];
  /** so many inputs bear its signature: nobody else can have made them */
  signed: number;
  /** of a seat that signs: inputs (from 1) told as its doing without its signature, which are the server's word */
  missing: number[];
}

/** What is signed. `start`: H(0); `input`: as records have it. */
export function seatStatement(start: Bytes, seat: string, input: Json): Bytes {
  return joined([bytesOf('muster/seat/2'), start, bytesOf(`${seat}\0`), canonical(input)]);
}

/** What is wrong with a key that a seat has brought. */
export function keyProblem(key: unknown, path: string): Problem | null {
  if (key === undefined || (fromHex(key, 65) && (key as string).startsWith('04'))) return null;
  return problem(path, 'expected', 'a key: 130 hex digits, the first of them 04');
}

/** Whether a seat makes such an input itself and can sign it: choices and seals, concessions, new ladders. */
export function mayBeSigned(said: Said): boolean {
  return said.decision !== undefined ? isToldOfSeat(said) && !said.standing : said.kind === 'concede' || said.kind === 'new_ladder';
}

// What a seat is said to have done itself; an order that it left counts, since the server has carried it out.
function isToldOfSeat({ kind, decision, timed_out, left }: Said): boolean {
  return decision !== undefined ? kind !== 'share' && !timed_out && !left : ['concede', 'new_ladder', 'claim', 'decline'].includes(kind);
}

export class SeatSignatures {
  private readonly seats: SeatSigned[];
  private readonly left = new Set<string>();

  /** `start`: H(0). */
  constructor(
    private readonly start: Bytes,
    seats: readonly string[],
  ) {
    this.seats = seats.map((seat) => ({ seat, keys: [], signed: 0, missing: [] }));
  }

  /** What is wrong with the input, which may come now and is number `number`, from 1; it is taken in if nothing is. */
  async input(entry: Entry, number: number): Promise<Problem | null> {
    const { said } = entry;
    if (said.kind === 'draw') for (const each of this.seats) if (!this.left.has(each.seat)) each.missing.push(number); // all who are still there are said to have agreed, and nobody signs that
    const own = this.seats.find(({ seat }) => seat === said.seat);
    if (!own) return null;
    const found = said.signature === undefined ? null : await this.signatureProblem(own, entry);
    if (found) return found;
    if (said.signature !== undefined) own.signed += 1;
    else if (isToldOfSeat(said)) own.missing.push(number);
    if (said.kind === 'concede' || said.kind === 'forfeit') this.left.add(own.seat);
    if (said.key) own.keys.push({ from: number, key: said.key });
    return null;
  }

  private async signatureProblem({ seat, keys }: SeatSigned, { said, hashed, path }: Entry): Promise<Problem | null> {
    const at = `${path}/signature`;
    const key = fromHex(keys.at(-1)?.key, 65);
    if (!key) return problem(at, 'no_key');
    return (await isSigned(seatStatement(this.start, seat, hashed), said.signature, key)) ? null : problem(at, 'not_of_seat');
  }

  /** Of each seat, in their order. */
  get told(): SeatSigned[] {
    return this.seats.map((each) => (each.keys.length > 0 ? each : { ...each, missing: [] }));
  }
}
