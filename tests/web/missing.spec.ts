// A page whose program or parts do not come, or whose server is of another version, says so in words.
import { foughtByServer } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

test('the front page is there before its program, in the language of the browser, and says so if that never comes', async ({ person, server, forgive }) => {
  const page = await person({ locale: 'de-DE' });
  forgive(/ERR_FAILED/);
  await page.route(/\/assets\/core-/, (route) => route.abort());
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Die Schlacht eures Brettspiels, ausgefochten über einen Link');
  await expect(page.getByText('fehlen Dateien auf diesem Server')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Eine eigene Schlacht aufbauen' }).click(); // a plain link
  await expect(page).toHaveURL(`${server.url}/new`);
});

test('without scripts the pages say what they need', async ({ person, server }) => {
  const page = await person({ javaScriptEnabled: false });
  for (const path of ['/', '/new', '/rules', '/b/AAAAAAAAAAAAAAAAAAAAAA']) {
    await page.goto(server.url + path);
    for (const language of ['en', 'de', 'fr']) await expect(page.locator(`noscript p[lang=${language}]`)).toBeVisible(); // which getByText leaves out
  }
});

test('a language that was chosen takes the place of the one that the browser asked for', async ({ person, server }) => {
  const page = await person({ locale: 'de-DE' });
  await page.goto(server.url);
  await page.getByLabel('Sprache').selectOption('en');
  await page.getByLabel('Theme').selectOption('dark');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Play out your board game’s battles online');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByLabel('Theme')).toHaveValue('dark');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

test('a part that does not come is named', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/ERR_FAILED/);
  await page.route(/\/assets\/Archive-/, (route) => route.abort());
  await page.goto(`${server.url}/battles`);
  await expect(page.getByRole('alert')).toHaveText('Part of this page didn’t load (archive). Reload it, or tell whoever runs the server.');
  await page.getByRole('link', { name: 'Rules' }).click(); // the rest goes on
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
});

test('the end is told though its part does not come, and leads on', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/ERR_FAILED/);
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.route(/\/assets\/Outcome-/, (route) => route.abort());
  await page.goto(`${server.url}/b/${battle}`);
  await expect(page.getByRole('alert').filter({ hasText: 'didn’t load (outcome)' })).toBeVisible();
  await page.getByRole('button', { name: 'Watch the replay' }).click();
  await expect(page.getByText(/^Step \d+ of/)).toBeVisible();
});

test('a part that was asked for while the server was away comes when it is back', async ({ person, server, forgive }) => {
  const page = await person();
  forgive(/ERR_|WebSocket connection/);
  await page.goto(server.url);
  const battle = await foughtByServer(page, siege);
  await page.goto(`${server.url}/b/${battle}`);
  const again = page.getByRole('button', { name: 'Watch the replay' });
  await again.waitFor();
  await server.kill();
  await expect(page.getByText('No connection. Nothing is lost; reconnecting…')).toBeVisible();
  await again.click();
  await expect(page.getByRole('alert')).toContainText('didn’t load (replay)');
  await server.start();
  await expect(page.getByText(/^Step 1 of/)).toBeVisible();
});

test('a server of another version is told apart from trouble', async ({ person, server }) => {
  const page = await person();
  await page.route('**/api/v1/rulesets', (route) => route.fulfill({ json: { rulesets: [{ name: 'from another time' }] } }));
  await page.goto(`${server.url}/new`);
  await expect(page.getByRole('alert')).toContainText('This page and the server are different versions.');
});
