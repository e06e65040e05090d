/** What a link to a battle says: http://HOST/b/BATTLE, with #TOKEN for a seat or #NUMBER for a moment. */
export type Link = {
  server: string;
  battle: string;
  /** of a seat */
  token?: string;
  /** the number of an event */
  moment?: number;
};

/** null: this is no link to a battle. A fragment that is neither token nor number says nothing. */
export function parseLink(link: string | URL): Link | null {
  let url: URL;
  try {
    url = new URL(link);
  } catch {
    return null;
  }
  const path = /^(.*)\/b\/([\w-]{1,64})\/?$/.exec(url.pathname);
  if (!path || !/^https?:$/.test(url.protocol)) return null;
  const fragment = url.hash.slice(1);
  const battle = { server: url.origin + path[1], battle: path[2] ?? '' };
  if (/^\d{1,9}$/.test(fragment)) return { ...battle, moment: Number(fragment) };
  return /^[\w-]{22,}$/.test(fragment) && !/^\d+$/.test(fragment) ? { ...battle, token: fragment } : battle;
}
