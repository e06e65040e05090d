// The pages, by address. Each comes when it is opened, so that the first load stays small.
import type { Component } from 'svelte';

import { withTexts } from './i18n.svelte';
import { fromAnywhere, server } from './server';

const loaders = {
  home: () => import('../pages/Home.svelte'),
  start: () => import('../pages/Start.svelte'),
  archive: () => import('../pages/Archive.svelte'),
  rules: () => import('../pages/Rules.svelte'),
  dice: () => import('../pages/Dice.svelte'),
  battle: () => import('../pages/Battle.svelte'),
  back: () => import('../pages/Back.svelte'),
  'what-if': () => import('../pages/WhatIf.svelte'),
  nowhere: () => import('../pages/Nowhere.svelte'),
  server: () => (fromAnywhere ? import('../pages/Server.svelte') : import('../pages/Open.svelte')),
};
export type PageName = keyof typeof loaders;

export function pageOf(path: string): PageName {
  if (fromAnywhere && (!server || path === '/server')) return 'server';
  if (path === '/') return 'home';
  if (path === '/new') return 'start';
  if (path === '/battles') return 'archive';
  if (path === '/rules' || path.startsWith('/rules/')) return 'rules';
  if (path === '/dice') return 'dice';
  if (path === '/open') return 'server';
  const [of, back] = /^\/b\/[\w-]{16,64}(\/unspoiled|\/together(\/\w+)?|\/what-if)?$/.exec(path) ?? [];
  return back === '/what-if' ? 'what-if' : back ? 'back' : of ? 'battle' : 'nowhere';
}

export async function loadPage(page: PageName): Promise<Component> {
  return (await withTexts<{ default: Component }>(page, loaders[page])).default;
}
