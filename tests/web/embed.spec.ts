// A battle on somebody else's page: the one page of the server that may be framed, and <muster-battle> by itself.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { bothSit, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test as withPeople } from './people';
import { longSiege } from './setups';

const weightMax = 30 * 1024; // bytes as sent, all of it

interface Elsewhere {
  /** Another site's address, whose page, and its /element.js, is what was given last. */
  site: { url: string; put: (html: string, script?: string) => void };
}
const test = withPeople.extend<Elsewhere>({
  site: async ({}, use) => {
    let [html, script] = ['', ''];
    const server = createServer(({ url }, response) => {
      const isScript = url === '/element.js';
      response.writeHead(200, { 'Content-Type': `text/${isScript ? 'javascript' : 'html'}; charset=utf-8` }).end(isScript ? script : html);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const put = (body: string, its = '') => {
      html = `<!doctype html><html lang="en"><title>A forum</title><meta name="viewport" content="width=device-width"><main><h1>A forum</h1>${body}</main></html>`;
      script = its;
    };
    await use({ url: `http://localhost:${(server.address() as AddressInfo).port}`, put });
    server.close();
  },
});

const frameOf = (url: string) => `<iframe src="${url}" title="A battle" width="300" height="480"></iframe>`;
const shown = (page: Page) => page.frameLocator('iframe').locator('muster-battle');

for (const dark of [false, true])
  test(`a forum shows a battle in a frame, live and step by step, ${dark ? 'on a phone in the dark' : 'on a desktop'}`, async ({ person, server, site }) => {
    const [ada, babbage] = [await person(), await person()];
    const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege, title: 'Alesia' });
    site.put(frameOf(`${server.url}/embed/${links.id}`));
    const reader = await person({ ...(dark ? phone : {}), colorScheme: dark ? 'dark' : 'light' }, site.url);
    await reader.goto(site.url);
    const battle = shown(reader);
    await expect(battle.getByRole('heading')).toHaveText('Alesia');
    await expect(battle.getByRole('status')).toHaveText('Waiting for players');
    await bothSit(ada, babbage, links);
    const told = battle.getByRole('list', { name: 'What happened' });
    await expect(told).toContainText('Defender, Babbage joined.');
    await expect(battle.getByRole('list', { name: 'Armies' })).toContainText('Attacker, Ada');
    await battle.getByRole('button', { name: 'Back' }).click();
    await expect(battle.getByRole('button', { name: 'Latest' })).toHaveAttribute('aria-pressed', 'false');
    await battle.getByRole('button', { name: 'Latest' }).click();
    await expect(battle.getByRole('button', { name: 'Forward' })).toHaveAttribute('aria-disabled', 'true');
    await expect(battle.getByRole('link', { name: 'Open the battle' })).toHaveAttribute('href', links.watch);
    await expectNoOverflow(reader);
    await reader.screenshot({ path: `${process.env.MUSTER_WEB_RESULTS!}/embed-${dark ? 'dark' : 'light'}.png` });
  });

for (const [locale, words] of [['de', 'Wartet auf Spieler'], ['fr', 'En attente de joueurs']] as const)
  test(`a framed battle is told in ${locale}, too`, async ({ person, server, site }) => {
    const links = await startBattle(await person(), server, 'advanced-combat');
    site.put(frameOf(`${server.url}/embed/${links.id}`));
    const reader = await person({ locale }, site.url);
    await reader.goto(site.url);
    await expect(shown(reader).getByRole('status')).not.toHaveText('Loading…');
    await expect(shown(reader).getByRole('status')).toHaveText(words);
  });

test('no other page of the server shows in a frame', async ({ person, server, site, forgive }) => {
  const links = await startBattle(await person(), server, 'advanced-combat');
  const reader = await person({}, site.url);
  forgive(/frame|refused|ERR_BLOCKED_BY_RESPONSE|status of 404/i); // also of the address where nothing is
  for (const path of ['/', '/new', '/open', `/b/${links.id}`, `/embed/${links.id}/more`]) {
    site.put(frameOf(server.url + path));
    const refused = reader.waitForEvent('console', (message) => message.type() === 'error' && message.text().includes('frame-ancestors'));
    await reader.goto(site.url);
    await refused;
  }
});

test('of a private battle and of none a frame says the same, also to who holds a seat of it, and reads no seat', async ({ person, server, site, forgive }) => {
  const ada = await person({}, site.url);
  forgive(/status of 404/); // that is what the server says of either
  const links = await startBattle(ada, server, 'advanced-combat', { watchers: 'Only the players' });
  await ada.addInitScript(() => {
    let asked = 0;
    const get = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      document.documentElement.dataset.asked = String(++asked);
      return get.call(this, key);
    };
  });
  await ada.goto(server.url);
  await expect(ada.locator('html')).toHaveAttribute('data-asked'); // as the other pages do
  await ada.goto(`${server.url}/embed/${links.id}`); // where the seats of this device could be read
  await expect(ada.locator('muster-battle').getByRole('status')).toHaveText('There is no battle to see here.');
  await expect(ada.locator('html')).not.toHaveAttribute('data-asked');
  await ada.goto(`${server.url}/embed/0000000000000000000000`);
  await expect(ada.locator('muster-battle').getByRole('status')).toHaveText('There is no battle to see here.');
  await expect(ada.locator('muster-battle').getByRole('link')).toHaveCount(0);
});

test('a framed battle is light to load', async ({ person, server }) => {
  const links = await startBattle(await person(), server, 'advanced-combat');
  const page = await person();
  const session = await page.context().newCDPSession(page);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await page.goto(`${server.url}/embed/${links.id}`);
  await expect(page.locator('muster-battle').getByRole('status')).toHaveText('Waiting for players');
  await page.waitForLoadState('networkidle');
  console.log(`    /embed/ID weighs: ${bytes} bytes (limit ${weightMax})`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(weightMax);
});

/** The SDK's element, as somebody's own build makes one file of it. */
function builtElement(): string {
  const program = `
    import { build } from 'vite';
    const lib = { entry: '../js/src/element/index.ts', formats: ['es'], fileName: 'element' };
    const [{ output }] = await build({ configFile: false, publicDir: false, logLevel: 'error', build: { write: false, target: 'es2022', lib, rollupOptions: { output: { inlineDynamicImports: true } } } });
    console.log(output[0].code);`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: join(__dirname, '../../clients/web'), encoding: 'utf8', timeout: 120_000 });
}

test.describe('the element by itself', () => {
  test.use({ settings: ['--allow-origin', '*'] });
  test('stands on any page, is accessible, and shows another battle when it is told to', async ({ person, server, site }) => {
    const ada = await person();
    const [first, second] = [await startBattle(ada, server, 'advanced-combat', { title: 'Alesia' }), await startBattle(ada, server, 'phased-combat', { title: 'Cannae' })];
    site.put(`<muster-battle server="${server.url}" battle="${first.id}"></muster-battle><script type="module">import { defineMusterBattle } from '/element.js'; defineMusterBattle();</script>`, builtElement());
    for (const look of [{ colorScheme: 'light' as const }, { ...phone, colorScheme: 'dark' as const }]) {
      const reader = await person(look, site.url);
      await reader.goto(site.url);
      const battle = reader.locator('muster-battle');
      await expect(battle.getByRole('heading', { name: 'Alesia' })).toBeVisible();
      await expect(battle.getByRole('button', { name: 'Latest' })).toBeVisible();
      await expectAccessible(reader);
      await expectNoOverflow(reader);
      await battle.evaluate((each, id) => each.setAttribute('battle', id), second.id);
      await expect(battle.getByRole('heading', { name: 'Cannae' })).toBeVisible();
    }
  });
});
