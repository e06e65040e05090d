// A text that is copied by a press, and what came of it.
import { copied } from './clipboard';
import { t } from './i18n.svelte';

export class Copying {
  state = $state.raw<'still' | 'copied' | 'by_hand'>('still');

  /** In words; empty: nobody has pressed. */
  get told(): string {
    return { still: '', copied: t.common.copied, by_hand: t.common.copy_by_hand }[this.state];
  }

  /** `field` shows the text: where the clipboard is not allowed it is selected for the old way, or to be copied by hand. */
  async copy(text: string, field?: HTMLInputElement): Promise<void> {
    let done = await copied(text);
    if (!done && field) {
      field.select();
      done = document.execCommand('copy');
    }
    this.state = done ? 'copied' : 'by_hand';
  }
}
