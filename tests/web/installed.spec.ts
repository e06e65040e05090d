// The page on a home screen: what installs it, the number on its icon, links that are pasted or shared with it, and what an iPhone is told of notifications.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, openTab, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { longSiege } from './setups';

/** A page as it is on a home screen, with what its icon shows: each number, 0 for none. */
async function onHomeScreen(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const asked = globalThis.matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => (query === '(display-mode: standalone)' ? Object.assign(asked('all'), {}) : asked(query));
    const shown: number[] = [];
    Object.assign(globalThis, { shown });
    Object.assign(navigator, { setAppBadge: async (n: number) => void shown.push(n), clearAppBadge: async () => void shown.push(0) });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shown: number[] }).shown);
}

/** Width and height of a PNG, as its header has them. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test('the browser finds all that it needs to install the page, and the icons are what the manifest says', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data!);
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/', share_target: { action: '/open', method: 'GET' } });
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]); // every context of a test is one
  const pngs = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png');
  expect(pngs.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => `${sizes} ${purpose ?? 'any'}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of [...pngs, { src: await page.locator('link[rel=apple-touch-icon]').getAttribute('href'), sizes: '180x180' }]) {
    const answer = await page.request.get(server.url + src);
    expect(answer.headers()['content-type']).toBe('image/png');
    expect(sizeOf(await answer.body())).toBe(sizes);
  }
});

test('the icon shows in how many battles it is one’s turn, and nothing when it is nowhere', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const shown = await onHomeScreen(ada);
  const first = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, first);
  await expect.poll(shown).toContain(1);
  const second = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, await person(), second);
  await expect.poll(async () => (await shown()).at(-1)).toBe(2);
  await openTab(ada, 'More');
  await ada.getByRole('button', { name: 'Concede' }).click();
  await ada.getByRole('button', { name: 'Yes, concede' }).click();
  await expect.poll(async () => (await shown()).at(-1)).toBe(1);
  await ada.goto(server.url);
  await expect.poll(async () => (await shown()).at(-1)).toBe(1);
});

test('a link that the device shares with the page opens there, and goes through no server', async ({ person, server }) => {
  const links = await startBattle(await person(), server, 'advanced-combat', { title: 'Alesia' });
  const page = await person();
  await onHomeScreen(page);
  await page.goto(server.url);
  await expect(page.getByRole('link', { name: 'Open it here' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const shared = new URLSearchParams({ title: 'Muster', text: `Fight me: ${links.watch}#3 !` });
  const asked: boolean[] = [];
  page.on('response', (response) => response.url().includes('/open?') && asked.push(response.fromServiceWorker()));
  await page.goto(`${server.url}/open?${shared}`);
  await expect(page).toHaveURL(`${links.watch}#3`);
  expect(asked).toEqual([true]);
});

for (const dark of [false, true])
  test(`links are pasted on a phone, ${dark ? 'dark' : 'light'}: one of this server opens, of another it says which, and the rest is refused in words`, async ({ person, server }) => {
    const links = await startBattle(await person(), server, 'advanced-combat', { title: 'Alesia' });
    const page = await person({ ...phone, colorScheme: dark ? 'dark' : 'light' });
    await page.goto(`${server.url}/open`);
    const field = page.getByLabel('Battle link');
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await field.fill('a pigeon');
    await open.click();
    await expect(page.getByText('That isn’t a link to a battle.')).toBeVisible();
    await expectAccessible(page);
    await field.fill('https://muster.example/b/0123456789abcdef01#4');
    await open.click();
    await expect(page.getByText('That battle is on another server, muster.example.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open it there' })).toHaveAttribute('href', 'https://muster.example/b/0123456789abcdef01#4');
    await expectNoOverflow(page);
    await expectAccessible(page);
    await field.fill(links.theirs);
    await open.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Alesia');
    await expect(page.getByRole('button', { name: 'Join' })).toBeVisible();
  });

for (const [locale, words] of [['de', 'Einen Link öffnen'], ['fr', 'Ouvrir un lien']] as const)
  test(`links are opened in ${locale}, too`, async ({ person, server }) => {
    const page = await person({ locale });
    await page.goto(`${server.url}/open`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words);
  });

test('an iPhone’s browser is told that notifications need the page on the home screen', async ({ person, server }) => {
  const [ada, babbage] = [await person(phone), await person()];
  await ada.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Reflect.deleteProperty(globalThis, 'Notification');
    Reflect.deleteProperty(globalThis, 'PushManager');
  });
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await openTab(ada, 'More');
  await expect(ada.getByText('only an installed page can notify you')).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Notify me when it’s my turn' })).toHaveCount(0);
});
