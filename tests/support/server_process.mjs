// A real musterd in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { freePort } from './free_port.mjs';

export class ServerProcess {
  url = '';
  #program;
  #options;
  #process = null;

  /** `program`: where musterd is; `options`: its words beside the address. */
  constructor(program, options) {
    this.#program = program;
    this.#options = options;
  }

  /** Returns when it listens: on a free port, or on the same as before. */
  async start() {
    const listen = this.url ? new URL(this.url).host : `127.0.0.1:${await freePort()}`;
    this.#process = spawn(this.#program, ['--listen', listen, ...this.#options], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: this.#process.stdout })) {
      const [url] = /http:\/\/\S+/.exec(line) ?? [];
      if (!url) continue;
      this.url = url;
      return;
    }
    throw new Error('musterd did not start');
  }
  get pid() {
    return this.#process?.pid;
  }
  kill() {
    return this.stop('SIGKILL');
  }
  async stop(signal = 'SIGTERM') {
    const process = this.#process;
    this.#process = null;
    if (!process || process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill(signal);
    await ended;
  }
}
