/** What screen readers tell of an element after its name. Of ARIA 1.3, which browsers know and Svelte's types do not yet: to be spread. */
export const described = (lines: readonly string[]) => ({ 'aria-description': lines.join(' ') || undefined });
