// Two people with a browser each play every ruleset to the end; a third watches from the middle.
import type { Locator, Page } from '@playwright/test';

import { type Ruleset, answerNext, bothSit, decisionOf, formOf, openTab, outcomeOf, playOn, proved, rulesets, sit, startBattle, takeDefault } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { type Setup, giants, longSiege, relief, seaFight, siege, skirmish, sureHits } from './setups';

/** Where the ruleset's own example may be over before anybody is asked, or would take long. */
const setups: Partial<Record<Ruleset, Setup>> = { 'fleet-combat': seaFight, 'simple-combat': skirmish };

for (const ruleset of Object.keys(rulesets) as Ruleset[]) {
  test(`two people fight ${ruleset} to the end, a third watches from the middle, and the dice are proved`, async ({ person, server }) => {
    const [ada, babbage, crowd] = [await person(), await person(), await person()];
    const links = await startBattle(ada, server, ruleset, { title: 'The battle', setup: setups[ruleset] });
    await bothSit(ada, babbage, links);

    // The first decision waits until the third has come, so that it is always the same moment.
    let seated: Promise<void> | null = null;
    const withCrowd = async (decision: Locator) => {
      seated ??= lookOn(crowd, links.watch);
      await seated;
      await takeDefault(decision);
    };
    await Promise.all([playOn(ada, withCrowd), playOn(babbage, withCrowd)]);
    expect(seated).not.toBeNull();

    await expect(outcomeOf(crowd)).toBeVisible();
    // Who has lost reads it of himself.
    const told = async (page: Page) => (await outcomeOf(page).textContent())!.replace(' (you)', '').replace('your side', 'the enemy').trim();
    for (const page of [ada, babbage]) expect(await told(page)).toBe(await told(crowd));

    await findInArchive(crowd, server.url, links.id);
    await lookBack(crowd, server.url, links.id);
    await proveTheDice(crowd);
  });
}

/** Somebody who comes in the midst of it sees what has happened, and that it goes on. */
async function lookOn(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByText('Watching')).toBeVisible();
  await expect(page.getByText('1 spectator', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('The battle begins');
  await expect(outcomeOf(page)).toHaveCount(0);
  await expect(decisionOf(page)).toHaveCount(0);
}

async function findInArchive(page: Page, url: string, id: string): Promise<void> {
  await page.goto(`${url}/battles`);
  await page.getByLabel('Player').fill('Ada');
  await expect(page).toHaveURL(/player=Ada/);
  await page.getByLabel('Status').selectOption('Finished');
  const link = page.getByRole('link', { name: 'The battle' });
  await expect(link).toHaveAttribute('href', `/b/${id}`);
  await link.click();
  await page.getByRole('button', { name: 'Watch the replay' }).click();
}

async function lookBack(page: Page, url: string, id: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Replay: The battle' })).toBeVisible();
  const scrub = page.getByRole('slider', { name: 'Step' });
  const head = Number(await scrub.getAttribute('max'));
  await page.getByRole('button', { name: 'To the end' }).or(page.getByRole('button', { name: 'One step forward' })).first().waitFor();
  await scrub.fill('4');
  await expect(page.getByText(`Step 4 of ${head}`)).toBeVisible();
  const told = await page.locator('p.told').textContent();
  await page.getByRole('button', { name: 'One step forward' }).click();
  await expect(page.getByText(`Step 4 of ${head}`)).toHaveCount(0);
  await page.getByRole('button', { name: 'One step back' }).click();
  await expect(page.locator('p.told')).toHaveText(told!);
  await page.getByLabel('Jump to').selectOption('End');
  await expect(page.getByText(`Step ${head} of ${head}`)).toBeVisible();
  await scrub.fill('4');
  await expect(page).toHaveURL(`${url}/b/${id}#4`); // the address leads to this moment
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText(`Step 4 of ${head}`)).toBeVisible();
  await expect(elsewhere.locator('p.told')).toHaveText(told!);
  await elsewhere.close();
}

async function proveTheDice(page: Page): Promise<void> {
  const dice = page.getByRole('region', { name: 'Check the dice' });
  await dice.getByRole('button', { name: 'Check now' }).click();
  await expect(dice.getByText(proved)).toBeVisible();
  const record = await page.evaluate(async () => (await fetch(`/api/v1/battles/${location.pathname.split('/')[2]}/record`)).json());
  const rolls = record.events.filter((event: { event: string }) => event.event === 'rolled' || event.event === 'fired').length;
  if (rolls === 0) return; // armies has no dice
  await dice.getByText('Roll by roll').click();
  const marks = dice.getByRole('list', { name: 'Roll by roll' }).getByRole('listitem');
  expect(await marks.count()).toBeGreaterThan(0);
  await expect(marks.filter({ hasText: 'checks out' })).toHaveCount(await marks.count());
  await expect(marks.filter({ hasText: 'doesn’t check out' })).toHaveCount(0);
}

/** One unit less of a sort that was to go, one more of another that may go. */
async function changeCounts(decision: Locator): Promise<boolean> {
  const fewer = decision.locator('button:enabled', { hasText: '−' });
  for (let at = 0; at < (await fewer.count()); ++at) {
    const name = (await fewer.nth(at).getAttribute('aria-label'))!;
    const field = decision.getByRole('spinbutton', { name: name.replace('One fewer: ', ''), exact: true });
    const before = await field.inputValue();
    await fewer.nth(at).click();
    await expect(field).toHaveValue(String(Number(before) - 1));
    const more = decision.locator('button:enabled', { hasText: '+' }).and(decision.locator(`button:not([aria-label="${name.replace('fewer', 'more')}"])`));
    if ((await more.count()) > 0) {
      await more.first().click();
      return true;
    }
    await decision.getByRole('button', { name: name.replace('fewer', 'more'), exact: true }).click();
  }
  return false;
}

test('waves and casualties are chosen in their forms', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const changed = { wave: 0, casualties: 0 };
  const choose = async (decision: Locator, question: string) => {
    const kind = question.includes('forward') ? 'wave' : 'casualties';
    if (kind === 'wave') await expect(decision.getByRole('region', { name: 'What to expect' })).toContainText(/Your wave, on average\s*\d+/);
    if (await changeCounts(decision)) ++changed[kind];
    await decision.locator('button.primary').click();
  };
  // The dice say whether casualties leave a choice that can be changed: mostly in the first battle.
  for (let battles = 0; battles < 5 && changed.casualties === 0; ++battles) {
    await bothSit(ada, babbage, await makeBattle(server, 'advanced-combat', { setup: relief, confirm: true }));
    for (const page of [ada, babbage]) {
      await expect(page.getByRole('heading', { name: 'Do you accept this battle?' })).toBeVisible();
      await answerNext(page);
    }
    await Promise.all([playOn(ada, choose), playOn(babbage, choose)]);
  }
  expect(changed.wave).toBeGreaterThan(0);
  expect(changed.casualties).toBeGreaterThan(0);
  await expect(ada.getByRole('list', { name: 'What happened' })).toContainText('sends forward');
});

test('what a wave comes to on average is what the server says of it, unit by unit', async ({ person, server }) => {
  const page = await person();
  const links = await makeBattle(server, 'advanced-combat', { setup: longSiege, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  const region = decision.getByRole('region', { name: 'What to expect' });
  const told = async (units: { unit: string; count: number }[]) => {
    const answer = await page.request.post(`${server.url}/api/v1/battles/${links.id}/messages`, {
      headers: { authorization: `Bearer ${new URL(links.mine).hash.slice(1)}` },
      data: { type: 'preview', decision: 1, choice: { units } },
    });
    const { meaning } = (await answer.json()) as { meaning: { own: { total: number }; enemy: { total: number } } };
    return [`Your wave, on average ${Math.round(meaning.own.total)}`, `The enemy’s wave, on average ${Math.round(meaning.enemy.total)}`];
  };
  const [swordsmen, chariots] = [/^Swordsmen$/, /^Chariots$/].map((name) => decision.getByRole('spinbutton', { name }));
  for (const [one, other] of [[1, 0], [0, 0], [0, 1], [0, 2]] as const) {
    await swordsmen!.fill('0');
    await chariots!.fill(String(other));
    await swordsmen!.fill(String(one));
    await swordsmen!.blur();
    const units = [{ unit: 'swordsmen', count: one }, { unit: 'chariots', count: other }].filter(({ count }) => count > 0);
    for (const words of await told(units)) await expect(region).toContainText(new RegExp(`${words.replace(/ (?=\d+$)/, '\\s*')}(?!\\d)`));
  }
});

test('where hits go wrong is said while they are placed, and what is right can be sent', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'phased-combat', { setup: giants });
  await bothSit(ada, babbage, links);
  const decision = decisionOf(babbage);
  const fewer = (unit: string) => decision.getByRole('button', { name: `One fewer: ${unit}` });
  const send = decision.locator('button.primary');
  await expect(decision).toContainText('5 of 5 hits assigned');
  await fewer('Swordsmen').click();
  await expect(decision).toContainText(/The remaining hits can still kill/);
  await expect(send).toBeDisabled();
  await decision.getByRole('button', { name: 'One more: Pikemen' }).click();
  await expect(decision).toContainText('That’s more than the hits can kill.');
  await expect(send).toBeDisabled();
  await fewer('Swordsmen').click();
  await expect(decision).not.toContainText('That’s more than the hits can kill.');
  await expect(send).toBeEnabled();
  await send.click();
  await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText(/loses? .*3 swordsmen.*1 pike/i);
});

for (const [how, refusal] of [['refused', 'internal'], ['lost', '']] as const)
  test(`what hits would come to is ${how}: the answer can be sent, and it is asked again once the connection is back`, async ({ person, server }) => {
    const [ada, babbage] = [await person(), await person()];
    let told = false;
    let hangUp = async () => {};
    await babbage.routeWebSocket(/\/ws$/, (client) => {
      const there = client.connectToServer();
      hangUp = () => client.close();
      client.onMessage((text) => {
        const { type, battle, id } = JSON.parse(String(text));
        if (type !== 'preview' || told) return there.send(text);
        if (refusal) client.send(JSON.stringify({ type: 'rejected', battle, id, code: refusal, message: 'this went wrong' }));
      });
    });
    const links = await makeBattle(server, 'phased-combat', { setup: giants });
    await bothSit(ada, babbage, links);
    const decision = decisionOf(babbage);
    const send = decision.locator('button.primary');
    for (const each of ['One fewer: Swordsmen', 'One more: Pikemen', 'One fewer: Swordsmen']) await decision.getByRole('button', { name: each }).click();
    await expect(send).toBeEnabled();
    await expect(decision).not.toContainText('hits assigned');
    told = true;
    await hangUp();
    await expect(decision).toContainText('5 of 5 hits assigned');
    await expect(send).toBeEnabled();
    await send.click();
    await expect(babbage.getByRole('list', { name: 'What happened' })).toContainText(/loses? .*3 swordsmen.*1 pike/i);
  });

test('a class is named under seal, taken back, and named anew', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'phased-combat', { setup: sureHits });
  await bothSit(ada, babbage, links);

  const question = { name: /^You scored \d+ hits?\. Which class takes (it|them) first\?$/ };
  await expect(ada.getByRole('heading', question)).toBeVisible();
  const aim = async (page: Page, kind: string) => {
    await decisionOf(page).getByRole('radio', { name: new RegExp(`^${kind}`) }).check();
    await decisionOf(page).getByRole('button', { name: `Hit the ${kind.toLowerCase()} first` }).click();
  };
  await aim(ada, 'Infantry');
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' })).toBeVisible();
  await expect(ada.getByText(/^You chose: .*infantry/i)).toBeVisible();
  const log = babbage.getByRole('list', { name: 'What happened' });
  await expect(log).toContainText('has chosen; nobody sees it yet.');
  await expect(log).not.toContainText(/aims at/);

  await ada.getByRole('button', { name: 'Take it back' }).click();
  await expect(ada.getByRole('heading', question)).toBeVisible();
  await expect(log).toContainText('takes the choice back.');
  await aim(ada, 'Cavalry');
  await expect(ada.getByRole('heading', { name: 'Your choice is sealed' })).toBeVisible();
  await aim(babbage, 'Infantry');
  await expect(log).toContainText('Ada aims at the cavalry');
  await expect(log).toContainText('Babbage (you) aims at the infantry');

  await openTab(babbage, 'More');
  const conceded = babbage.getByRole('region', { name: 'End the battle early' });
  await conceded.getByRole('button', { name: 'Concede' }).click();
  await conceded.getByRole('button', { name: 'Yes, concede' }).click();
  await expect(outcomeOf(ada)).toContainText('the other side conceded');
  await expect(outcomeOf(babbage)).toContainText('you conceded');
  await expect(ada.getByText('You win!')).toBeVisible();
  await expect(babbage.getByText('You lose.')).toBeVisible();
});

test('a unit is moved and fires by taps on the map', async ({ person, server }) => {
  const [ada, babbage] = [await person(), await person()];
  const links = await makeBattle(server, 'simple-combat', { setup: skirmish });
  await bothSit(ada, babbage, links);

  const done = { moves: 0, shots: 0 };
  const byMap = async (decision: Locator, question: string) => {
    if (question.startsWith('Move') && done.moves === 0) {
      await ada.locator('svg text.cost', { hasText: '1' }).first().click();
      await expect(decision.getByText(/moves to .*: 1 of \d+ steps\./)).toBeVisible();
      await decision.getByRole('button', { name: /^Move / }).click();
      ++done.moves;
    } else if (question.startsWith('Fire') && done.shots === 0 && (await unfolded(decision).then((fields) => fields.getByRole('radio', { name: /^s1/ }).count())) > 0) {
      await aimByMap(decision, 's1');
      await decision.getByRole('button', { name: /fires \d shots? at s1$/ }).click();
      ++done.shots;
    } else await takeDefault(decision);
  };
  await Promise.all([playOn(ada, byMap), playOn(babbage)]);
  expect(done).toEqual({ moves: 1, shots: 1 });
  const log = ada.getByRole('list', { name: 'What happened' });
  await expect(log).toContainText(/n[12] moves to/);
  await expect(log).toContainText(/fires/);
});

test('a large field is seen whole, and nearer', async ({ person, server }) => {
  const page = await person({ viewport: { width: 900, height: 800 } });
  const links = await makeBattle(server, 'simple-combat', { opponent: 'best' });
  await sit(page, links.mine, 'Ada');
  // Not by how large it is: the question and its form take what place they need as they come.
  const isWhole = () => page.locator('section.map .scroller').evaluate((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight);
  const [nearer, farther, whole] = ['Zoom in', 'Zoom out', 'Whole battlefield'].map((name) => page.getByRole('button', { name }));
  await formOf(decisionOf(page)); // it frames what it is about, and after it the map has another box
  await nearer!.click();
  await expect(async () => {
    if (await farther!.isEnabled()) await farther!.click();
    expect(await isWhole()).toBe(true);
  }).toPass({ intervals: [0] });
  while (await nearer!.isEnabled()) await nearer!.click();
  await expect.poll(isWhole).toBe(false);
  await whole!.click();
  await expect(whole!).toBeDisabled();
  await expect.poll(isWhole).toBe(true);
  await page.setViewportSize({ width: 700, height: 500 }); // whoever looks at all of it goes on doing so
  await page.waitForFunction(() => innerWidth === 700);
  await expect(whole!).toBeDisabled();
  await expect.poll(isWhole).toBe(true);
});

/** A decision on the map whose fields are unfolded, where it has any. */
async function unfolded(decision: Locator): Promise<Locator> {
  await formOf(decision);
  const fold = decision.locator('details:not([open]) > summary', { hasText: 'Exact controls' });
  if ((await fold.count()) > 0) await fold.click();
  return decision;
}

/** Takes every aim off that unit by a tap on its counter, and aims at it by another. */
async function aimByMap(decision: Locator, target: string): Promise<void> {
  const aims = decision.getByRole('radio', { name: new RegExp(`^${target}`) });
  const counter = decision.page().locator('svg g.counter').filter({ hasText: target });
  for (const radio of await decision.getByRole('radio', { name: 'Don’t fire' }).all()) await radio.check();
  await expect(decision.getByRole('button', { name: /fires 0 shots$/ })).toBeDisabled();
  await counter.click();
  for (const radio of await aims.all()) await expect(radio).toBeChecked();
  await counter.click();
  for (const radio of await aims.all()) await expect(radio).not.toBeChecked();
  await counter.click();
}

test('dice tumble for those who want motion, and are skipped by a tap', async ({ person, server }) => {
  const [ada, babbage] = [await person({ reducedMotion: 'no-preference' }), await person()];
  await ada.addInitScript(() => localStorage.getItem('muster.animation') ?? localStorage.setItem('muster.animation', '0.5')); // there is time for a tap
  const links = await makeBattle(server, 'advanced-combat', { setup: siege });
  await bothSit(ada, babbage, links);
  await decisionOf(ada).waitFor(); // the larger army chooses its wave
  await takeDefault(decisionOf(ada));
  const skip = ada.getByRole('button', { name: 'Skip', exact: true });
  await expect(ada.locator('svg.die.tumble').first()).toBeVisible();
  await skip.click();
  await expect(ada.getByRole('button', { name: 'Skip', exact: true, includeHidden: true })).toBeDisabled();
  await ada.getByLabel('Animation').selectOption('off');
  await ada.reload();
  await expect(ada.getByLabel('Animation')).toHaveValue('0');
});
