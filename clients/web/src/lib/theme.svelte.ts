// Light or dark: as the device, unless the person chose.
export type Theme = 'auto' | 'light' | 'dark';
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];

const key = 'muster.theme';

function kept(): Theme {
  const theme = localStorage.getItem(key);
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

const current = $state<{ theme: Theme }>({ theme: 'auto' });

function apply(theme: Theme): void {
  current.theme = theme;
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function theme(): Theme {
  return current.theme;
}

export function chooseTheme(next: Theme): void {
  if (next === 'auto') localStorage.removeItem(key);
  else localStorage.setItem(key, next);
  apply(next);
}

export function startTheme(): void {
  apply(kept());
}
