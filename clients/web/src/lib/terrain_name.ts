// What kinds of ground are called: by the name that the setup gives one, else by the reader's word for it.
import { t } from './i18n.svelte';
import { known } from './known';
import { spelled } from './words';

export function terrainName({ id, name }: { id: string; name: string }): string {
  return name || (known(t.terrain, id) ?? spelled(id));
}
