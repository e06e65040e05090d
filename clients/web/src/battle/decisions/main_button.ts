import { t } from '../../lib/i18n.svelte';

/** Of the main button of a question: the key that presses it (keys.ts). */
export const mainButton = () => ({ 'aria-keyshortcuts': 'Control+Enter', 'data-keys': t.battle.send_keys });
