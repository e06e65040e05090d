// The records that the program's verifier judges too (tests/protocol/tampered.cpp): both must say the same of each.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

import { verifyRecord } from './support.mjs';

test('of the records that both verifiers know, those hold that nobody has changed', async () => {
  const lines = execFileSync(process.env.MUSTER_TAMPERED_RECORDS, { encoding: 'utf8', maxBuffer: 64 << 20 }).trim().split('\n');
  assert.ok(lines.length > 40, `${lines.length} records`);
  for (const { name, holds, record } of lines.map((line) => JSON.parse(line))) {
    const verdict = await verifyRecord(record);
    assert.equal(verdict.holds, holds, `${name}: ${verdict.problem?.path} ${verdict.problem?.message}`);
    assert.ok(verdict.chain, `${name}: its chain is not what is wrong with it`);
  }
});
