// Being told of one's turn though the page is closed: this browser subscribes, is shown among those that are told, and unsubscribes; and
// its service worker makes a notification of what a push service brings. The push service itself is a stand-in.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

import { bothSit, openTab, startBattle } from './battles';
import { expect, test } from './people';
import { longSiege } from './setups';

test.use({ settings: ['--nudge-hosts', 'push.example'] });

interface Sent {
  type: string;
  nudge?: unknown;
}

/** What this page says to the server from now on. */
function listen(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))));
  return sent;
}

/** A push service that takes every browser, or none. Its address stays the same for a browser, as that of real ones does. */
async function standIn(page: Page, takes: boolean): Promise<void> {
  await page.addInitScript((taken) => {
    const base64url = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!taken) throw new DOMException('Registration failed - push service not available', 'AbortError');
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const keys = { p256dh: base64url(await crypto.subtle.exportKey('raw', publicKey)), auth: base64url(crypto.getRandomValues(new Uint8Array(16))) };
      return { options: { applicationServerKey }, toJSON: () => ({ endpoint: 'https://push.example/browser/1', keys }) };
    };
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => ({ getSubscription: async () => null, subscribe }) });
  }, takes);
}

test('who asked for it is told by the push service, sees so after a reload, and can end it', async ({ person, server }) => {
  const [ada, babbage] = [await person({ permissions: ['notifications'] }), await person()];
  await standIn(ada, true);
  const sent = listen(ada);
  const links = await startBattle(ada, server, 'advanced-combat', { title: 'The siege', setup: longSiege });
  await bothSit(ada, babbage, links);
  await openTab(ada, 'More');

  await ada.getByRole('button', { name: 'Notify me when it’s closed, too' }).click();
  await expect(ada.getByText('You’ll be notified when it’s your turn, even when this page is closed.')).toBeVisible();
  const subscribed = sent.filter(({ type }) => type === 'subscribe');
  expect(subscribed).toHaveLength(1);
  expect(subscribed[0]!.nudge).toMatchObject({ kind: 'push', subscription: { endpoint: 'https://push.example/browser/1', keys: { p256dh: expect.any(String), auth: expect.any(String) } } });

  // Another browser with the same seat sees it among those that are told.
  const elsewhere = await person();
  await elsewhere.goto(links.mine);
  await openTab(elsewhere, 'More');
  await elsewhere.getByText('Other notifications').click();
  await expect(elsewhere.getByRole('list', { name: 'Other notifications' })).toContainText('another browser, via push.example');

  await ada.reload();
  await openTab(ada, 'More');
  await expect(ada.getByText('You’ll be notified when it’s your turn, even when this page is closed.')).toBeVisible();
  await ada.getByText('Other notifications').click();
  await expect(ada.getByRole('list', { name: 'Other notifications' }).getByRole('listitem')).toHaveCount(0); // this browser is told above
  await ada.getByRole('button', { name: 'Stop notifying me when it’s closed' }).click();
  await expect(ada.getByText('You’ll be notified when it’s your turn, as long as this page is open.')).toBeVisible();
  expect(sent.filter(({ type }) => type === 'unsubscribe')).toHaveLength(1);
  await elsewhere.reload();
  await openTab(elsewhere, 'More');
  await elsewhere.getByText('Other notifications').click();
  await expect(elsewhere.getByLabel('Webhook address')).toBeVisible();
  await expect(elsewhere.getByRole('list', { name: 'Other notifications' }).getByRole('listitem')).toHaveCount(0);
});

test('the worker is served under vite dev, too', () => {
  const served = `
    import { createServer } from 'vite';
    const server = await createServer({ logLevel: 'error', optimizeDeps: { noDiscovery: true }, server: { port: 0, ws: false } });
    await server.listen();
    const answer = await fetch(new URL('/sw.js?lang=de', server.resolvedUrls.local[0]));
    console.log(answer.headers.get('content-type') + ' ' + (await answer.text()).includes('showNotification'));
    await server.close();`;
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', served], { cwd: join(__dirname, '../../clients/web'), encoding: 'utf8', timeout: 60_000 });
  expect(told.trim()).toBe('text/javascript true');
});

test('a channel is added, listed and removed, and a host that the server does not know is refused in words', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await openTab(ada, 'More');
  await ada.getByText('Other notifications').click();
  const add = ada.getByRole('button', { name: 'Notify this address' });
  await ada.getByLabel('Webhook address').fill('https://elsewhere.example/hook');
  await add.click();
  await expect(ada.getByRole('alert').filter({ hasText: 'elsewhere.example' })).toBeVisible();
  await ada.getByLabel('Webhook address').fill('https://push.example/hook');
  await add.click();
  await expect(ada.getByText('Its notifications are signed with this secret')).toBeVisible();
  await expect(ada.getByLabel('Webhook address')).toHaveValue('');
  const list = ada.getByRole('list', { name: 'Other notifications' }).getByRole('listitem');
  await expect(list).toHaveText(/push\.example/);
  await list.getByRole('button', { name: 'Remove' }).click();
  await expect(list).toHaveCount(0);
});

test('where the push service takes nobody, one is told while the page is open, and why not else', async ({ person, server }) => {
  const [ada, babbage] = [await person({ permissions: ['notifications'] }), await person()];
  await standIn(ada, false);
  const links = await startBattle(ada, server, 'advanced-combat', { setup: longSiege });
  await bothSit(ada, babbage, links);
  await openTab(ada, 'More');
  await ada.getByRole('button', { name: 'Notify me when it’s closed, too' }).click();
  await expect(ada.getByText('as long as this page is open. This browser can’t be reached while the page is closed.')).toBeVisible();
});

test('a push message becomes a notification in the language that was chosen, though no page of the battle is open', async ({ person, server }) => {
  const page = await person({ permissions: ['notifications'] });
  await page.goto(server.url);
  const starting = page.context().waitForEvent('serviceworker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js?lang=de');
    await navigator.serviceWorker.ready;
  });
  const worker = await starting;
  // What has been shown, in order. Chromium's own list, getNotifications, now and then never answers.
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown: object[] = [];
    const show = registration.showNotification.bind(registration);
    registration.showNotification = async (title, options) => {
      await show(title, options);
      shown.push({ title, body: options?.body, tag: options?.tag, data: options?.data });
    };
    Object.assign(self, { shown });
  });
  const shown = () => worker.evaluate(() => (self as unknown as { shown: object[] }).shown);
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId));
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const tell = (turns: object[], more = 0) => session.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data: JSON.stringify({ turns, more }) });

  const one = { title: 'Du bist dran', body: '<b>Alesia</b>', tag: 'b'.repeat(20), data: `/b/${'b'.repeat(20)}` };
  await tell([{ battle: 'b'.repeat(20), title: '<b>Alesia</b>', ruleset: 'advanced-combat', decision: 3 }]);
  await expect.poll(shown).toEqual([one]);
  await tell([{ battle: 'b'.repeat(20), title: 'Alesia', ruleset: 'advanced-combat' }, { battle: 'c'.repeat(20), title: '', ruleset: 'armies' }], 2);
  await expect.poll(shown).toEqual([one, { title: '4 Entscheidungen warten auf dich', body: 'Alesia\narmies\nund 2 weitere', tag: 'muster', data: '/' }]);
});
