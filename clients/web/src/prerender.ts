// What a page shows before anything was asked of the server: made once, while building (prerender.mjs), for each language. A browser
// shows it as soon as it has the document and its style, and main.ts takes over from it.
import { render } from 'svelte/server';

import App from './App.svelte';
import { needTexts, t, useLanguage } from './lib/i18n.svelte';
import Home from './pages/Home.svelte';

/** The page at the address where this module was loaded: the whole of it where it needs no answers of the server, otherwise its frame. */
export async function prerendered(language: string): Promise<{ body: string; title: string; whole: boolean }> {
  const whole = location.pathname === '/';
  await useLanguage(language);
  if (whole) await needTexts('home');
  const { body } = render(App, { props: { Page: whole ? Home : null } });
  return { body, whole, title: whole ? `${t.common.app} · ${t.common.tagline}` : t.common.app };
}
