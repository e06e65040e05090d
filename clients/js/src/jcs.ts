import type { Json } from './types.js';

/** The canonical text of RFC 8785: sorted keys, no spaces. JSON.stringify writes strings and numbers as it demands. */
export function canonicalText(json: Json): string {
  if (Array.isArray(json)) return `[${json.map(canonicalText).join(',')}]`;
  if (typeof json !== 'object' || json === null) return JSON.stringify(json);
  const fields = Object.keys(json).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonicalText(json[key] as Json)}`).join(',')}}`;
}
