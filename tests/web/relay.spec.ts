// A relay, which only shows battles: whoever watches stays, and whoever opens a seat's link is led to where the seat plays.
import { ServerProcess } from '../support/server_process.mjs';
import { makeBattle } from './made';
import { expect, test } from './people';
import { keepSecret } from './watch';

test('at a relay one watches, and a seat’s link leads on to the server behind it', async ({ person, server, forgive }) => {
  const relay = new ServerProcess(process.env.MUSTERD!, ['--relay', server.url, '--log-level', 'error']);
  await relay.start();
  try {
    const { mine } = await makeBattle(server, 'advanced-combat');
    const link = new URL(mine);
    keepSecret(relay.url + link.pathname + link.hash);
    const [guest, player] = [await person({}, relay.url), await person({}, relay.url)];
    forgive(/ERR_ABORTED|WebSocket/); // of the page that is left
    await guest.goto(relay.url + link.pathname);
    await expect(guest.getByRole('heading', { name: 'Attacker', exact: true })).toBeVisible();
    await player.goto(relay.url + link.pathname + link.search + link.hash);
    const name = player.getByLabel('Your name, as others will see it');
    await name.fill('Ada');
    await player.getByRole('button', { name: 'Join', exact: true }).click();
    await expect.poll(() => new URL(player.url()).origin).toBe(server.url);
    await name.fill('Ada');
    await player.getByRole('button', { name: 'Join', exact: true }).click();
    await expect(player.getByText('Playing as Attacker')).toBeVisible();
    await expect(guest.getByText('Ada', { exact: true }).first()).toBeVisible(); // told through the relay
    expect(new URL(guest.url()).origin).toBe(relay.url);
  } finally {
    await relay.stop();
  }
});
