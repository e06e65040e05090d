// Light or dark: as the device, unless the person chose.
export type Theme = 'auto' | 'light' | 'dark';
export const themes: readonly Theme[] = ['auto', 'light', 'dark'];

const key = 'muster.theme';

// public/theme.js has put the kept one into the document.
const current = $state<{ theme: Theme }>({ theme: (document.documentElement.dataset.theme as Theme | undefined) ?? 'auto' });

export function theme(): Theme {
  return current.theme;
}

export function chooseTheme(next: Theme): void {
  current.theme = next;
  if (next === 'auto') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(key, next);
    document.documentElement.dataset.theme = next;
  }
}
