import { t } from '../../lib/i18n.svelte';

/** Who gave no name goes by his number. */
export const nameOrNumber = (name: string, member: number): string => name || t.replay.together.guest({ n: member });
