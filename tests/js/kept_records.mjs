import { readdirSync, readFileSync } from 'node:fs';

/** Records that a server wrote once: of tests/vectors/records/VERSION, those whose name fits. */
export function keptRecords(version, which = /./) {
  const folder = new URL(`../vectors/records/${version}/`, import.meta.url);
  return readdirSync(folder).filter((name) => which.test(name)).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
