import { mount } from 'svelte';

import App from './App.svelte';
import { startLanguage } from './lib/i18n.svelte';
import { loadPage, pageOf } from './lib/pages';
import { startRouter } from './lib/router.svelte';
import { muster } from './lib/server';
import { startTheme } from './lib/theme.svelte';
import './styles/base.css';

// On their way while the rest begins; App says what is missing.
const page = pageOf(location.pathname);
loadPage(page).catch(() => {});
if (page === 'battle') muster.connect();
startTheme();
// Not awaited here: a language is a file that imports from this one, and would wait for it in turn.
void startLanguage().then(() => {
  startRouter();
  const target = document.getElementById('app')!;
  target.replaceChildren();
  mount(App, { target });
});
