// Tables where dice are thrown: how tests make them, and what people see and press there.
import type { Locator, Page } from '@playwright/test';

import type { Server } from './server';
import { keepSecret } from './watch';

export const names = ['Ada', 'Babbage', 'Clara', 'Dora', 'Emil', 'Fritz', 'Gerda', 'Hugo'];
const seats = ['red', 'blue', 'green', 'yellow', 'violet', 'black', 'teal', 'pink'];

export interface DiceTable {
  id: string;
  watch: string;
  links: string[];
}

export async function makeTable(server: Server, players: number, rules: object = {}, options: object = {}): Promise<DiceTable> {
  const answer = await fetch(`${server.url}/api/v1/battles`, { method: 'POST', body: JSON.stringify({ ruleset: 'dice', setup: { seats: seats.slice(0, players), ...rules }, options: { title: 'Tuesday game', ...options } }) });
  if (!answer.ok) throw new Error(await answer.text());
  const made = (await answer.json()) as { battle: string; seats: { token: string }[] };
  const watch = `${server.url}/b/${made.battle}`;
  const links = made.seats.map(({ token }) => `${watch}#${token}`);
  links.forEach(keepSecret);
  return { id: made.battle, watch, links };
}

export async function write(page: Page, roll: string, words = ''): Promise<void> {
  await page.getByLabel('What do you throw?').fill(roll);
  await page.getByLabel('What for?').fill(words);
}
export const press = (page: Page) => page.getByRole('button', { name: 'Throw', exact: true }).click();

export const rowsOf = (page: Page): Locator => page.getByRole('region', { name: 'Throws' }).locator('li[id]');
export const row = (page: Page, number: number): Locator => page.locator(`#throw-${number}`);

/** Leaves the table for good. */
export async function leaveTable(page: Page): Promise<void> {
  await page.getByText('Talk and more').click();
  await page.getByRole('button', { name: 'Leave the table' }).click();
  await page.getByRole('button', { name: 'Yes, leave' }).click();
}
