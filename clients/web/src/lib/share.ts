// The device's own way to hand something on, where it has one.
import { t } from './i18n.svelte';

export const canShare = typeof navigator.share === 'function';

/** Opens the share sheet with a link to the battle of this title. */
export async function share(title: string, link: string): Promise<void> {
  try {
    await navigator.share({ title, text: t.common.shareText({ title }), url: link });
  } catch {
    // The person closed the share sheet.
  }
}
