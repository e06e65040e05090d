/** Whether the text is in the clipboard now: it needs https or this machine, and the person's leave. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
