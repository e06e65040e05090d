// Telling somebody who looks elsewhere that it is their turn: the tab's title, and a notification if they asked for it.
import { t } from '../lib/i18n.svelte';

type Permission = NotificationPermission | 'unknown';

export class TurnNotice {
  permission = $state<Permission>('Notification' in globalThis ? Notification.permission : 'unknown');
  private shown: Notification | null = null;

  /** Only when somebody pressed the button for it. */
  async ask(): Promise<void> {
    this.permission = await Notification.requestPermission();
  }

  tell(battle: string, title: string, question: string): void {
    if (!document.hidden || this.permission !== 'granted') return;
    try {
      this.shown = new Notification(t.battle.your_turn, { body: t.common.pair({ what: title, value: question }), tag: battle, icon: `${import.meta.env.BASE_URL}icon.svg` });
      this.shown.onclick = () => focus();
    } catch {
      // Some phones allow notifications only to service workers; the tab's title must do there.
    }
  }

  close(): void {
    this.shown?.close();
    this.shown = null;
  }
}
