// A real musterd for a test: a folder and a port of its own, killed and started again when the test wants that.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { test as base } from '@playwright/test';

import { freePort } from '../support/free_port.mjs';

export class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'muster-web-'));
  private process: ChildProcess | undefined;
  url = '';

  /** `settings`: options of musterd beside those that every test needs. */
  constructor(private readonly settings: readonly string[] = []) {}

  /** Starts it, on the same port as before if there was one. */
  async start(): Promise<void> {
    const listen = this.url === '' ? `127.0.0.1:${await freePort()}` : new URL(this.url).host;
    const started = spawn(process.env.MUSTERD!, ['--listen', listen, '--data', this.folder, '--log-level', 'warn', ...this.settings], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.process = started;
    for await (const line of createInterface({ input: started.stdout! })) {
      const found = /http:\/\/\S+/.exec(line);
      if (!found) continue;
      this.url = found[0];
      return;
    }
    throw new Error('musterd did not start');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ending = this.process!;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  }

  /** The store as it stands now, beside the running server; what gives back that state, once the server is ended. */
  copy(): () => void {
    const file = join(this.folder, 'copy.db');
    this.command('backup', file);
    return () => this.command('restore', file, '--replace');
  }

  private command(...words: string[]): void {
    execFileSync(process.env.MUSTERD!, [...words, '--data', this.folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async remove(): Promise<void> {
    if (this.process?.exitCode === null && this.process.signalCode === null) await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
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
