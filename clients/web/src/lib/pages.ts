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
  unspoiled: () => import('../pages/Unspoiled.svelte'),
  'what-if': () => import('../pages/WhatIf.svelte'),
  nowhere: () => import('../pages/Nowhere.svelte'),
  server: () => import('../pages/Server.svelte'),
};
export type PageName = keyof typeof loaders;

export function pageOf(path: string): PageName {
  if (fromAnywhere && (!server || path === '/server')) return 'server';
  if (path === '/') return 'home';
  if (path === '/new') return 'start';
  if (path === '/battles') return 'archive';
  if (path === '/rules' || path.startsWith('/rules/')) return 'rules';
  if (path === '/dice') return 'dice';
  const [of, way] = /^\/b\/[\w-]{16,64}(?:\/(unspoiled|what-if))?$/.exec(path) ?? [];
  return (way as PageName) ?? (of ? 'battle' : 'nowhere');
}

export async function loadPage(page: PageName): Promise<Component> {
  return (await withTexts<{ default: Component }>(page, loaders[page])).default;
}
