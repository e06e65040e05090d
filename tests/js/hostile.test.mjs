// What operators published who cheat on their own servers (tests/hostile/): the SDK, which has no rules, says the same of each record, good or forged, and of
// what the other's device had kept, as the program.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { verifyRecord } from './support.mjs';

test('of every trick the SDK says the same as the program', async () => {
  const lines = execFileSync(process.env.MUSTER_HOSTILE_CASES, ['4'], { encoding: 'utf8', maxBuffer: 64 << 20 }).trim().split('\n');
  assert.ok(lines.length > 100, `${lines.length} records`);
  const told = { holds: 0, forged: 0, different: 0 };
  for (const { name, record, kept, path, breach } of lines.map((line) => JSON.parse(line))) {
    const { holds, problem, mine } = await verifyRecord(record, { mine: { seats: [kept] } });
    assert.deepEqual([holds, problem?.path ?? null], [path === null, path], `${name}: ${problem?.message}`);
    const found = ({ kind, path: at, message } = {}) => ({ kind, path: at, message });
    if (holds) assert.deepEqual(found(mine[0]?.problem ?? undefined), found(breach ?? undefined), name);
    ++told[!holds ? 'forged' : breach ? 'different' : 'holds'];
  }
  for (const [what, times] of Object.entries(told)) assert.ok(times > 10, `${times} ${what}`);
});
