// A PostgreSQL of a test's own, as tests/support/postgres.sh starts it: on a socket alone, gone when it is removed or this process ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** `script`: where postgres.sh is. Returns when it takes connections. `address`: of an empty database, for musterd's `store`. */
export async function startPostgres(script) {
  const folder = mkdtempSync(join(tmpdir(), 'muster-postgres-'));
  chmodSync(folder, 0o755); // it does not run as root
  const process = spawn(script, [folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await Promise.race([once(createInterface({ input: process.stdout }), 'line'), once(process, 'exit').then(() => [''])]);
  if (!String(said).startsWith('ready')) throw new Error('PostgreSQL does not start; is postgresql-15 installed (deploy/install.sh test)?');
  return {
    address: `postgres://muster@/postgres?host=${folder}/run`,
    async remove() {
      const ended = once(process, 'exit');
      process.stdin.end();
      await ended;
    },
  };
}
