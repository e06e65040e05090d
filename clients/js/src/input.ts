// The inputs of a record, alike in both formats.

import type { BattleRecord, FirstInput, JsonObject, SecondInput } from './types.js';

/** What an input may say, in the one format or the other. */
export type Said = Omit<FirstInput, 'seq'> & Pick<SecondInput['input'], 'key' | 'ladder' | 'share'> & Pick<SecondInput, 'signature'>;

export interface Entry {
  /** of the first event after it */
  seq: number;
  said: Said;
  hashed: JsonObject;
  /** where it stands, and where what is hashed of it does */
  path: string;
  hashedPath: string;
}

export function entriesOf(record: BattleRecord): Entry[] {
  if (record.format === 'muster.record/1') {
    return record.inputs.map((input, index) => {
      const { seq, ...said } = input;
      const path = `/inputs/${index}`;
      return { seq, said, hashed: input, path, hashedPath: path };
    });
  }
  return entriesOfInputs(record.inputs, 0);
}

/** `before`: how many inputs there were before these. */
export function entriesOfInputs(inputs: readonly SecondInput[], before: number): Entry[] {
  return inputs.map(({ input, seq, ...beside }, index) => {
    const path = `/inputs/${before + index}`;
    return { seq, said: { ...input, ...beside }, hashed: input, path, hashedPath: `${path}/input` };
  });
}
