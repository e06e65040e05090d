// Whether a choice is what somebody sent.

import { firstDifference, isObject } from './difference.js';
import type { Json, JsonObject } from './json.js';

/**
 * Whether a canonical choice can be what somebody sent: what both say is the same. The rules fill in what was left out, and put pieces in their
 * own order.
 */
export function saysTheSame(sent: Json, canonical: Json): boolean {
  if (Array.isArray(sent) && Array.isArray(canonical)) return listsSayTheSame(sent, canonical);
  if (!isObject(sent) || !isObject(canonical)) return same(sent, canonical);
  return Object.entries(sent).every(([key, value]) => !Object.hasOwn(canonical, key) || saysTheSame(value, canonical[key] as Json));
}

const same = (a: Json, b: Json) => !firstDifference(a, b, '');

function listsSayTheSame(sent: Json[], canonical: Json[]): boolean {
  if (!sent.every(isObject) || !canonical.every(isObject)) return same(sent, canonical);
  const ours = counted(sent);
  const theirs = counted(canonical);
  return (
    ours.length === theirs.length &&
    theirs.every((each) => {
      const at = ours.findIndex((own) => saysTheSame(own, each));
      return at >= 0 && ours.splice(at, 1).length === 1;
    })
  );
}

/** Pieces by what they are: those of which there are none fall away, those named twice are counted together. */
function counted(list: JsonObject[]): JsonObject[] {
  const out: JsonObject[] = [];
  for (const each of list) {
    const { count } = each;
    if (!Number.isSafeInteger(count)) out.push(each);
    else if (count !== 0) {
      const at = out.findIndex((other) => Number.isSafeInteger(other['count']) && same({ ...each, count: 0 }, { ...other, count: 0 }));
      if (at < 0) out.push(each);
      else out[at] = { ...each, count: Number(out[at]?.['count']) + Number(count) };
    }
  }
  return out;
}
