// One key sends what the main button of the open question says, so that nobody has to go through its fields to reach it. Comes when it is needed.
import { tick } from 'svelte';

/** A key that is pressed anywhere while a question is open. */
export async function pressed(event: KeyboardEvent, question: HTMLElement): Promise<void> {
  const on = event.target as Element;
  const here = question.contains(on);
  if (event.key !== 'Enter' || event.defaultPrevented) return;
  // A key held down would press what comes up under it, again and again; to count with is what it is held for.
  if (event.repeat) return void (here && on.closest('button:not(.stepper *)') && event.preventDefault());
  if (!(event.ctrlKey || event.metaKey) || (!here && on.closest('a, button, input, textarea, select, summary'))) return; // there it means something else
  const button = question.querySelector<HTMLButtonElement>('[aria-keyshortcuts]:not(:disabled, details:not([open]) *)');
  if (!button) return;
  event.preventDefault(); // another open question is not answered by the same press
  if (getComputedStyle(button).pointerEvents === 'none') return; // Decision.svelte: as a tap, it was meant for what was there before
  // What is still being typed counts; if the button says something else then, that is to be read first.
  const said = button.textContent;
  if (on.matches('input[type=number], input[type=text]')) on.dispatchEvent(new Event('change', { bubbles: true }));
  await tick();
  if (button.isConnected && button.textContent === said) button.click();
}
