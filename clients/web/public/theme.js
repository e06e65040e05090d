// Before anything is shown: light or dark, where the person chose (src/lib/theme.svelte.ts keeps it and goes on from here).
try {
  const theme = localStorage.getItem('muster.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage forbidden: as the device
}
