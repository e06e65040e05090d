// A third language, which is nothing but a folder of texts: all of it is told in French, on a phone.
import type { Page } from '@playwright/test';

import { expectAccessible } from './axe';
import { type Ruleset, decisionOf, foughtByServer, outcomeOf, rulesets, takeDefault, takesTaps } from './battles';
import { expectNoOverflow, phone } from './narrow';
import { expect, test } from './people';
import { type Setup, clash, seaFight, siege, skirmish, twins } from './setups';
import { textsOf } from './texts';
import { keepSecret } from './watch';

const french = { ...phone, locale: 'fr-FR' };

const setups: Record<Ruleset, Setup> = { 'advanced-combat': siege, 'phased-combat': clash, 'fleet-combat': seaFight, armies: twins, 'simple-combat': skirmish };

type Texts = string | { [key: string]: Texts };

/** What people read of the messages; credits name their sources in English. */
function readOf(message: Texts, key = ''): string {
  if (typeof message !== 'string') return Object.entries(message).map(([name, each]) => readOf(each, name)).join('\n');
  return key === 'credits' ? '' : message.replaceAll(/\{\w+, (plural|select),|\b(one|many|other) \{|\{\w+\}/g, ' ');
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

const vocabulary = (language: string) => new Set(wordsOf(readOf(textsOf(language))));

const own = vocabulary('fr');
const english = new Set([...vocabulary('en')].filter((word) => !own.has(word)));

/** All that is told, to eyes and to ears: but what the server adds in its own words, and says so, and what programs read. */
function told(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = [document.title];
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      if (each.closest('[lang=en], code, textarea, script') || !each.checkVisibility()) continue;
      for (const name of ['aria-label', 'aria-valuetext', 'placeholder', 'title', 'alt']) found.push(each.getAttribute(name) ?? '');
      for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent ?? '');
    }
    return found.map((text) => text.trim()).filter(Boolean);
  });
}

/** Nothing in English once what was asked for is there (the example's names are English until another setup has taken its place), nothing too wide. */
async function expectFrench(page: Page): Promise<void> {
  const left = async () => (await told(page)).filter((text) => wordsOf(text).some((word) => english.has(word)));
  await expect.poll(left, `English on ${page.url()}`).toEqual([]);
  await expectNoOverflow(page);
}

async function expectFrenchForAll(page: Page): Promise<void> {
  await expectFrench(page);
  await expectAccessible(page);
}

test('French is chosen by name, and kept', async ({ person, server }) => {
  const page = await person();
  await page.goto(server.url);
  await page.getByLabel('Language').selectOption('Français');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('La bataille de votre jeu de plateau, par un simple lien');
  await page.reload();
  await expect(heading).toHaveText('La bataille de votre jeu de plateau, par un simple lien');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('the pages around a battle are in French', async ({ person, server }) => {
  const page = await person(french);
  for (const path of ['/', '/battles', '/dice', '/rules', ...Object.keys(rulesets).map((id) => `/new?ruleset=${id}`)]) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Un instant…')).toHaveCount(0);
    await expectFrenchForAll(page);
  }
});

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`a battle of ${ruleset} is built, joined and asks its first question in French`, async ({ person, server }) => {
    const page = await person(french);
    await page.goto(`${server.url}/new?ruleset=${ruleset}`);
    await page.getByText('Composer la vôtre').click();
    await page.getByText('Charger ou coller une mise en place').click();
    await page.getByLabel('La mise en place en JSON').fill(JSON.stringify(setups[ruleset]));
    await page.getByRole('button', { name: 'Utiliser ce texte' }).click();
    await page.getByRole('region', { name: 'Qui joue' }).getByText('Le serveur, de son mieux').click();
    await expectFrench(page); // chances that are being counted anew are faint
    await page.getByRole('button', { name: 'Lancer la bataille' }).click();
    await expect(page.getByRole('heading', { name: 'La bataille est prête' })).toBeVisible();
    await expectFrenchForAll(page);
    let release = () => {};
    const late = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/rulesets/*', async (route) => {
      await late;
      await route.continue();
    });
    await page.getByRole('link', { name: 'À ma place' }).click();
    await expect(page.getByRole('button', { name: 'Prendre place' })).toBeVisible();
    await expectFrench(page); // what the rules are called is not here yet
    release();
    await expectFrenchForAll(page);
    await page.getByLabel('Votre nom, tel que tous le liront').fill('Ada');
    await page.getByRole('button', { name: 'Prendre place' }).click();
    await expect(decisionOf(page).getByRole('button').first()).toBeVisible();
    await expectFrenchForAll(page);
    for (const tab of ['Journal', 'Messages', 'Plus']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
      await expectFrenchForAll(page);
    }
  });

  test(`a battle of ${ruleset} is over, looked back at and proved in French`, async ({ person, server }) => {
    const page = await person(french);
    await page.goto(server.url);
    const battle = await foughtByServer(page, setups[ruleset], ruleset);
    await page.goto(`${server.url}/b/${battle}`);
    await expect(outcomeOf(page)).toBeVisible();
    await expectFrenchForAll(page);
    await page.getByRole('button', { name: /^Vérifier (les dés|l’enregistrement)$/ }).click();
    await expect(page.getByText(/Les dés étaient honnêtes\.|Cet enregistrement tient\./)).toBeVisible();
    await page.locator('details').evaluateAll((folds) => folds.forEach((fold) => fold.setAttribute('open', '')));
    await expect(page.getByText(/^Moment (\d+) sur \1$/)).toBeVisible();
    await expectFrench(page);
    // Rows out of sight get their size when they are looked at, and move from under axe while it measures them.
    for (const rolls of await page.getByText('Jet par jet').all()) await rolls.click(); // armies has none
    await expectAccessible(page);
  });
}

test('a battle whose dice are both players’ is chosen, joined, told and proved in French; another device too says in French that it cannot add to them', async ({ person, server }) => {
  const [page, desk] = [await person(french), await person(french)];
  await page.goto(`${server.url}/new?ruleset=armies`);
  await page.getByText('Composer la vôtre').click();
  await page.getByText('Charger ou coller une mise en place').click();
  await page.getByLabel('La mise en place en JSON').fill(JSON.stringify(twins));
  await page.getByRole('button', { name: 'Utiliser ce texte' }).click();
  await page.getByRole('region', { name: 'Qui joue' }).getByText('Le serveur, de son mieux').click();
  await page.getByText('Ceux du serveur et des deux joueurs').click();
  await expectFrench(page);
  await page.getByRole('button', { name: 'Lancer la bataille' }).click();
  const link = page.getByRole('link', { name: 'À ma place' });
  const mine = `${server.url}${await link.getAttribute('href')}`;
  keepSecret(mine);
  await link.click();
  await page.getByLabel('Votre nom, tel que tous le liront').fill('Ada');
  await expect(page.getByText(/^Votre appareil contribue à chaque lancer/)).toBeVisible();
  await expectFrenchForAll(page);
  await page.getByRole('button', { name: 'Prendre place' }).click();
  await takeDefault(decisionOf(page));
  await takesTaps(page);
  await page.getByRole('tab', { name: /^Journal/ }).click();
  await expect(page.getByText('Les deux camps ont contribué aux dés.').first()).toBeVisible();
  await expectFrenchForAll(page);
  await page.getByRole('tab', { name: /^Plus/ }).click();
  await expect(page.getByText(/^On ne peut pas laisser de consignes ici/)).toBeVisible();
  await expectFrenchForAll(page);
  await desk.goto(mine);
  await expect(desk.getByRole('region', { name: 'Quel appareil contribue aux dés' })).toBeVisible();
  await expectFrenchForAll(desk);
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await page.getByRole('button', { name: /^Oui, j’abandonne/ }).click();
  await page.getByRole('button', { name: /^Vérifier (les dés|l’enregistrement)$/ }).click();
  await expect(page.getByText(/Les dés étaient honnêtes\.|Cet enregistrement tient\./)).toBeVisible();
  await expect(page.getByText(/les deux camps ont ajouté un nombre que leurs appareils avaient fixé d’avance/)).toBeVisible();
  await expectFrenchForAll(page);
});
