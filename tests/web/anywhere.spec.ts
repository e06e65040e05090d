// The page from a third place (`make web`): from a local folder and from another origin below a path, against a real server that lets it, or not.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Page } from '@playwright/test';

import { freePort } from '../support/free_port.mjs';
import { expectAccessible } from './axe';
import { answerNext, openTab, pasteSetup, readLinks, rulesets, sit, startBattle } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test as withPeople } from './people';
import { Server } from './server';
import { longSiege } from './setups';
import { keepSecret, Watch } from './watch';

const build = resolve(process.env.MUSTER_WEB_RESULTS!, '../..');
const document = join(build, 'page/index.html');
const folder = pathToFileURL(document).href;

/** A plain web server with the folder below a path, and nothing else; its address. */
async function serveFolder(): Promise<{ page: string; origin: string; close: () => void }> {
  const under = '/~ada/games/muster/';
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(under.length) || 'index.html';
    const known = request.url?.startsWith(under) && /^(index\.html|icon(-turn)?\.svg)$/.test(name);
    if (!known) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': name.endsWith('.html') ? 'text/html' : 'image/svg+xml' }).end(readFileSync(join(build, 'page', name)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { page: origin + under, origin, close: () => server.close() };
}

interface ThirdPlace {
  elsewhere: { page: string; origin: string };
  /** a person whose page is none of the server's */
  stranger: (page: string, ...servers: Server[]) => Promise<Page>;
}
const test = withPeople.extend<ThirdPlace>({
  elsewhere: async ({}, use) => {
    const served = await serveFolder();
    await use(served);
    served.close();
  },
  stranger: async ({ browser, watches, server, elsewhere: {} }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (page, ...servers) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      contexts.push(context);
      watches.push(new Watch(context, new URL(page).origin, server.url, ...servers.map(({ url }) => url)));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

test.use({ settings: ['--allow-origin', '*'] });

const asked = (page: Page) => page.getByLabel('Server address or battle link');
const fault = (page: Page) => page.getByRole('main').getByRole('status');
const serverLine = (page: Page, server: Server) => page.getByRole('contentinfo').getByText(`Server: ${new URL(server.url).host}.`);

async function tell(page: Page, address: string): Promise<void> {
  await asked(page).fill(address);
  await page.getByRole('button', { name: 'Connect' }).click();
}

for (const place of ['a local folder', 'another origin, below a path'] as const)
  test(`from ${place}: the server is asked for once, and a battle is made, joined, played and kept there`, async ({ stranger, person, server, elsewhere }) => {
    const page = place === 'a local folder' ? folder : elsewhere.page;
    const [ada, babbage] = [await stranger(page), await person()];
    await ada.goto(page);
    await expect(ada.getByRole('heading', { name: 'Which server?' })).toBeVisible();
    await expect(ada.getByRole('navigation')).toHaveCount(0); // nothing is anywhere yet
    await expectAccessible(ada);
    await tell(ada, new URL(server.url).host); // as people say it
    await expect(ada.getByRole('heading', { name: 'My battles on this device' })).toBeVisible();
    await expect(serverLine(ada, server)).toBeVisible();
    await expectAccessible(ada);

    await ada.getByRole('link', { name: 'Start a battle' }).click();
    await ada.getByRole('radio', { name: rulesets['advanced-combat'] }).check({ force: true });
    await pasteSetup(ada, longSiege);
    await ada.getByRole('button', { name: 'Start the battle' }).click();
    await expect(ada.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
    const links = await readLinks(ada);
    expect(links.theirs.startsWith(`${server.url}/b/`)).toBe(true); // who gets it need not have this page
    await sit(babbage, links.theirs, 'Babbage');
    await ada.getByRole('link', { name: 'Go to my seat' }).click();
    await ada.getByLabel('Your name, as others will see it').fill('Ada');
    await ada.getByRole('button', { name: 'Join', exact: true }).click();
    await answerNext(ada);
    expect(ada.url()).toBe(`${page}#${server.url}/b/${links.id}`); // without the token

    await ada.reload();
    await expect(ada.getByText('Playing as ')).toBeVisible();
    const again = await ada.context().newPage(); // a new visit; by way of about:blank, that would be told to fetch the icon of before
    await ada.close();
    await again.goto(page);
    await expect(again.getByRole('listitem').filter({ has: again.locator(`a[href*="${links.id}"]`) }).first()).toBeVisible();
    await expect(asked(again)).toHaveCount(0);
  });

test('a link that was sent is opened by pasting it, on a server that was not known, and each server has its own seats', async ({ stranger, person, server, elsewhere }) => {
  const second = new Server(['--allow-origin', elsewhere.origin]);
  await second.start();
  try {
    const [ada, babbage] = [await person(), await stranger(elsewhere.page, second)];
    const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
    await babbage.goto(elsewhere.page);
    await tell(babbage, second.url);
    await expect(serverLine(babbage, second)).toBeVisible();
    await babbage.getByRole('link', { name: 'Open it here' }).click();
    await tell(babbage, links.theirs);
    await babbage.getByLabel('Your name, as others will see it').fill('Babbage');
    await babbage.getByRole('button', { name: 'Join', exact: true }).click();
    await sit(ada, links.mine, 'Ada');
    await expect(babbage.getByText('Playing as ')).toBeVisible();
    await expect(serverLine(babbage, server)).toBeAttached();
    await openTab(babbage, 'More');
    await babbage.getByRole('link', { name: 'Muster' }).click();
    await expect(babbage.locator(`main a[href*="${links.id}"]`).first()).toBeVisible();

    await babbage.getByRole('link', { name: 'Change the server or open a link' }).click();
    await expect(asked(babbage)).toHaveValue(server.url);
    await tell(babbage, `${elsewhere.page}#${second.url}/`); // as the address bar has it
    await expect(serverLine(babbage, second)).toBeVisible();
    await expect(babbage.getByText('Battles you start or join appear here')).toBeVisible();
    await babbage.goBack(); // to the server of before: the page begins anew
    await expect(asked(babbage)).toHaveValue(server.url);
    await babbage.goBack();
    await expect(serverLine(babbage, server)).toBeVisible();
    await expect(babbage.locator(`main a[href*="${links.id}"]`).first()).toBeVisible();
  } finally {
    await second.remove();
  }
});

test('whoever is invited to witnessed dice reads whether the witness tells the key that the battle names', async ({ stranger }) => {
  const [witness, other] = [new Server(), new Server()];
  await witness.start();
  const server = new Server(['--allow-origin', 'null', '--witnesses', witness.url]);
  await server.start();
  try {
    const { witnesses } = await (await fetch(`${server.url}/api/v1/witnesses`)).json();
    const question = { ruleset: 'advanced-combat', setup: longSiege, options: { visibility: 'private', dice: 'witnessed', witness: witnesses[0] } };
    const { battle, seats } = await (await fetch(`${server.url}/api/v1/battles`, { method: 'POST', body: JSON.stringify(question) })).json();
    const link = `${server.url}/b/${battle}#${seats[1].token}`;
    keepSecret(link);
    const invited = async () => {
      const page = await stranger(folder, server, witness);
      await page.goto(folder);
      await tell(page, link);
      await expect(page.getByText(`Dice: the server’s and those of a witness, ${witness.url}.`)).toBeVisible();
      return page;
    };
    await expect((await invited()).getByText(/At its address the witness tells the same key\.$/)).toBeVisible();
    await witness.kill();
    other.url = witness.url; // somebody else is there now
    await other.start();
    await expect((await invited()).getByText(/But at its address another key is told, \S.*: these dice aren’t fed by that server\. Don’t join\.$/)).toBeVisible();
  } finally {
    for (const each of [server, other, witness]) await each.remove();
  }
});

test('links of the page open in a new tab too', async ({ stranger, server, elsewhere }) => {
  const page = await stranger(elsewhere.page);
  await page.goto(`${elsewhere.page}#${server.url}/rules`);
  const link = page.getByRole('link', { name: 'Read the rules' }).or(page.getByRole('main').getByRole('link', { name: rulesets.armies })).first();
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })]);
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  expect(tab.url()).toContain(`#${server.url}/rules/`);
});

test('what is wrong with an address is said in a sentence', async ({ stranger, server, elsewhere, forgive }) => {
  const closed = new Server();
  await closed.start();
  try {
    const page = await stranger(elsewhere.page, closed);
    forgive(/request to elsewhere|console: .*(CORS|Failed to load resource)/);
    await page.goto(elsewhere.page);
    await tell(page, '');
    await tell(page, 'ftp://example.org');
    await expect(fault(page)).toHaveText('That isn’t a web address. It should look like this: muster.example.org');
    const nobody = `127.0.0.1:${await freePort()}`;
    await tell(page, nobody);
    await expect(fault(page)).toContainText(`Can’t reach ${nobody}.`);
    await expectAccessible(page);
    await tell(page, elsewhere.origin);
    await expect(fault(page)).toContainText('answers, but it isn’t a Muster server.');
    await tell(page, closed.url);
    await expect(fault(page)).toHaveText(`${new URL(closed.url).host} doesn’t allow this page. Whoever runs it can allow it with --allow-origin ${elsewhere.origin}.`);
    await page.goto(folder);
    await tell(page, closed.url);
    await expect(fault(page)).toContainText('--allow-origin null.');
    await tell(page, server.url);
    await expect(serverLine(page, server)).toBeVisible();
  } finally {
    await closed.remove();
  }
});

test('a server that names null lets pages of a folder, and one that names an origin lets that', async ({ stranger, elsewhere }) => {
  for (const [origin, page] of [['null', folder], [elsewhere.origin, elsewhere.page]] as const) {
    const server = new Server(['--allow-origin', origin]);
    await server.start();
    try {
      const ada = await stranger(page, server);
      await ada.goto(`${page}#${server.url}/new`);
      await ada.getByRole('button', { name: 'Start the battle' }).click();
      await expect(ada.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible(); // over the WebSocket
      await ada.close();
    } finally {
      await server.remove();
    }
  }
});

test('on a phone all of it fits', async ({ browser, server }) => {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(folder);
  await expectNoOverflow(page);
  await tell(page, `127.0.0.1:${await freePort()}`);
  await expect(fault(page)).toContainText('Can’t reach');
  await expectNoOverflow(page);
  await expectAccessible(page);
  await tell(page, server.url);
  await expect(serverLine(page, server)).toBeVisible();
  await expectNoOverflow(page);
  await context.close();
});

test('it is one document, which runs no script but its own', () => {
  const html = readFileSync(document, 'utf8');
  expect(html).not.toMatch(/<(script|link)[^>]+(src|href)="(?!\.\/icon\.svg)/);
  expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^ ]+' 'sha256-[^ ]+'; style-src 'sha256-[^ ]+';/);
});
