// A real musterd for a test: a folder and a port of its own, killed and started again when the test wants that.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { test as base } from '@playwright/test';

import { ServerProcess } from '../support/server_process.mjs';

/** With a folder of its own. */
export class Server extends ServerProcess {
  readonly #folder: string;

  /** `settings`: options of musterd beside those that every test needs. */
  constructor(settings: readonly string[] = [], program = process.env.MUSTERD!) {
    const folder = mkdtempSync(join(tmpdir(), 'muster-web-'));
    super(program, ['--data', folder, '--log-level', 'warn', ...settings]);
    this.#folder = folder;
  }

  /** The store as it stands now, beside the running server; what gives back that state, once the server is ended. */
  copy(): () => void {
    const file = join(this.#folder, 'copy.db');
    this.#command('backup', file);
    return () => this.#command('restore', file, '--replace');
  }

  /** Ends a battle as its operator. */
  close(battle: string): void {
    this.#command('moderate', 'close', battle);
  }

  #command(...words: string[]): void {
    execFileSync(process.env.MUSTERD!, [...words, '--data', this.#folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Tests that get a server of their own. */
export const test = base.extend<{ settings: readonly string[]; server: Server }>({
  settings: [[], { option: true }],
  server: async ({ settings }, use) => {
    const server = new Server(settings);
    await server.start();
    await use(server);
    await server.remove();
  },
});
export { expect } from '@playwright/test';
