// A trial's address: all of a branch goes into a link and comes out again, up to a bound; what nobody should write begins anew.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { test } from 'node:test';

import { webModules } from './web_modules.mjs';

globalThis.crypto ??= webcrypto;
const module = await webModules();
const { fragmentMax, fragmentOf, lineOf } = await module('battle/what_if/line.ts');

const line = { seq: 17, moves: [{ seat: 'attacker', choice: { units: [{ unit: 'Ärzte 兵', count: 3 }] } }, { seat: 'defender', choice: 'default' }], dice: { by_hand: [1, 6] }, best: ['defender'] };

test('a branch is its address', () => {
  const fragment = fragmentOf(line);
  assert.match(fragment, /^17\.[\w-]+$/);
  assert.deepEqual(lineOf(fragment), line);
});

test('what is longer than a link may be has none', () => {
  const long = (moves) => ({ ...line, moves: Array(moves).fill(line.moves[0]) });
  assert.equal(fragmentOf(long(1000)), null);
  let moves = 1;
  while (fragmentOf(long(moves + 1)) !== null) ++moves;
  assert.ok(fragmentOf(long(moves)).length <= fragmentMax);
  assert.deepEqual(lineOf(fragmentOf(long(moves))), long(moves));
});

test('of a moment alone, and of nonsense, a branch begins without choices and with dice of its own', () => {
  for (const [fragment, seq] of [['17', 17], ['', 0], ['17.', 0], ['x', 0], ['-3', 0], ['17.!!', 0], ['17.abc', 17], [`17.${Buffer.from('{"moves":1}').toString('base64url')}`, 17], ['9'.repeat(30), 0]]) {
    const { dice, ...rest } = lineOf(fragment);
    assert.deepEqual(rest, { seq, moves: [], best: [] }, fragment);
    assert.ok(Number.isInteger(dice.seed) && dice.seed >= 0);
  }
});
