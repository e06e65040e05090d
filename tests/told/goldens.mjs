// What is told, compared with what is kept of it; the same as goldens.hpp has it. Start with README.md.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const others = 'others.txt';
const faultsMax = 12; // told at once
const writes = process.env.MUSTER_TOLD === 'write';

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function firstDifference(kept, now) {
  const [before, after] = [kept.split('\n'), now.split('\n')];
  const at = after.findIndex((line, index) => line !== before[index]);
  const line = at < 0 ? after.length : at;
  return `line ${line + 1}\n    was: ${before[line] ?? '(nothing)'}\n    is:  ${after[line] ?? '(nothing)'}`;
}

export class Goldens {
  #kept;
  #seen;
  #hashes;
  #texts = new Set();
  #hashesNow = new Map();
  #faults = [];

  constructor(folder) {
    this.#kept = join(fileURLToPath(new URL('.', import.meta.url)), folder);
    this.#seen = join(process.env.MUSTER_BUILD, 'tests/told', folder);
    this.#hashes = new Map(textOf(join(this.#kept, others)).trim().split('\n').filter(Boolean).map((line) => line.split(' ').reverse()));
  }

  readable(name, text) {
    const file = join(this.#kept, `${name}.txt`);
    this.#texts.add(`${name}.txt`);
    if (writes) return write(file, text);
    const kept = textOf(file);
    if (kept === text) return;
    const now = join(this.#seen, `${name}.now.txt`);
    write(now, text);
    this.#faults.push(`${name} is told otherwise: ${firstDifference(kept, text)}\n  diff ${file} ${now}`);
  }

  hashed(name, text) {
    const [hash, due] = [hashOf(text), this.#hashes.get(name)];
    this.#hashesNow.set(name, hash);
    const before = join(this.#seen, `${name}.txt`);
    if (writes || hash === due) return write(before, text);
    const now = join(this.#seen, `${name}.now.txt`);
    write(now, text);
    const kept = textOf(before);
    const what =
      due === hashOf(kept) ? `${firstDifference(kept, text)}\n  diff ${before} ${now}` : `now as in ${now}; run this test at a commit where it passes, and what was told before will be beside it`;
    this.#faults.push(`${name} is told otherwise: ${what}`);
  }

  /** Once all are compared: nothing else is kept, and nothing is told otherwise. */
  finish() {
    if (writes) write(join(this.#kept, others), [...this.#hashesNow].map(([name, hash]) => `${hash} ${name}\n`).sort((a, b) => (a.slice(17) < b.slice(17) ? -1 : 1)).join(''));
    else this.#faults.push(...[...this.#hashes.keys()].filter((name) => !this.#hashesNow.has(name)).map((name) => `${name} is kept in ${others}, but nobody tells it`));
    for (const name of readdirSync(this.#kept).filter((each) => each !== others && !this.#texts.has(each))) {
      if (writes) rmSync(join(this.#kept, name));
      else this.#faults.push(`${join(this.#kept, name)} is kept, but nobody tells it`);
    }
    const [first, more] = [this.#faults.slice(0, faultsMax), this.#faults.length - faultsMax];
    if (first.length > 0) assert.fail([...first, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
  }
}
