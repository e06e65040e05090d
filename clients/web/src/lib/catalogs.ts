// The rulesets of this server: asked once for a visit.
import type { Catalog } from 'muster-client';

import { muster } from './server';

/** The server answers, but not as this page expects. */
export class OtherVersion extends Error {}

let asked: Promise<Catalog[]> | null = null;

async function ask(): Promise<Catalog[]> {
  const all = await muster.rulesets();
  if (!Array.isArray(all) || all.some((each) => typeof each.id !== 'string')) throw new OtherVersion();
  return all;
}

export function catalogs(): Promise<Catalog[]> {
  asked ??= ask().catch((error: unknown) => {
    asked = null; // the next one to ask tries again
    throw error;
  });
  return asked;
}
