import { hydrate, mount } from 'svelte';

import App from './App.svelte';
import { language, startLanguage } from './lib/i18n.svelte';
import { loadPage, pageOf } from './lib/pages';
import { beginAnewAfterBreaks } from './lib/parts';
import { current, startRouter } from './lib/router.svelte';
import { muster } from './lib/server';
import './styles/base.css';

beginAnewAfterBreaks();
const documentLanguage = document.documentElement.lang;
// On their way while the rest begins, in the language of the person; App says what is missing.
const begun = startLanguage();
const page = pageOf(current().path);
loadPage(page).catch(() => {});
if (page === 'battle') muster.connect();
// Not awaited here: the texts are files that import from this one, and would wait for it in turn.
void begun.then(async () => {
  startRouter();
  const Page = await loadPage(page).catch(() => null);
  const target = document.getElementById('app')!;
  document.getElementById('boot-fault')!.remove();
  // A whole page is made alive as it stands, what is less gives way.
  if (target.dataset.whole !== undefined && documentLanguage === language() && Page) return hydrate(App, { target, props: { Page } });
  target.replaceChildren();
  mount(App, { target, props: { Page } });
});
