// What the server and the verifier say, in the language of the person.
import { bothSit, decisionOf, playOn, startBattle } from './battles';
import { expect, test } from './people';
import { siege } from './setups';

test('a battle of the front page bears its German name wherever it is named', async ({ person, server }) => {
  const page = await person({ locale: 'de-DE' });
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Sofort gegen den Server/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Die belagerte Burg');
  await expect(page).toHaveTitle(/Die belagerte Burg/);
  await page.goto(server.url);
  await expect(page.getByRole('region', { name: 'Meine Schlachten auf diesem Gerät' })).toContainText('Die belagerte Burg');
});

test('a refused choice is explained in German, with the words of the server beside it', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'advanced-combat', { setup: siege });
  const german = await ada.context().newPage();
  await bothSit(ada, babbage, links);
  // A page that sends what the rules do not allow.
  await german.routeWebSocket(/\/ws$/, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text));
      upstream.send(JSON.stringify(message.type === 'choose' ? { ...message, choice: { units: [] } } : message));
    });
  });
  await german.addInitScript(() => localStorage.setItem('muster.language', 'de'));
  await german.goto(links.watch);
  await decisionOf(german).locator('button.primary').click();
  const alert = decisionOf(german).getByRole('alert');
  await expect(alert).toContainText('Das lassen die Regeln nicht zu.');
  await expect(alert.locator('[lang=en]')).toContainText('needs at least 1 entry');
});

test('a record that does not hold is explained in German', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await startBattle(ada, server, 'armies');
  await bothSit(ada, babbage, links);
  await Promise.all([playOn(ada), playOn(babbage)]);
  const record = await (await ada.request.get(`${server.url}/api/v1/battles/${links.id}/record`)).json();
  record.events[2].seq += 1;

  const page = await person({ locale: 'de-DE' });
  await page.goto(`${links.watch}?check#1`);
  const dice = page.getByRole('region', { name: 'Würfel prüfen' });
  await dice.locator('input[type=file]').setInputFiles({ name: 'record.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(record)) });
  await expect(dice.locator('.problem')).toContainText('/events/2/seq');
  await expect(dice.locator('.problem')).toContainText('den Ereignissen fehlt Nummer 3');
});
