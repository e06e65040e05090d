// A campaign of four in four browsers, from its first turn to its end: with marches, a fight, cities and calamities.
import { execFileSync } from 'node:child_process';

import type { BrowserContext, Locator, Page } from '@playwright/test';

import { advanceCampaign, startCampaign } from '../../clients/js/src/table/campaign';
import { type Answer, answerNext, decisionOf, openTab, outcomeOf, playOn, questionOf, sit, takeDefault, takesTaps } from './battles';
import { drag, march, tap } from './campaign_marches';
import { standingIn, standingOn } from './campaign_standing';
import { makeCampaign, presetOf } from './campaigns';
import { expect, test } from './people';

interface Told {
  seq: number;
  event: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  data: any;
}

/** What the server tells this browser, in whichever of its pages, by number. */
function listen(context: BrowserContext): Map<number, Told> {
  const told = new Map<number, Told>();
  const hear = (page: Page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const { type, seq, event, data } = JSON.parse(String(payload));
        if (type === 'event') told.set(seq, { seq, event, data });
      }),
    );
  context.pages().forEach(hear);
  context.on('page', hear);
  return told;
}

interface Step {
  asked: RegExp;
  act: (decision: Locator) => Promise<void>;
}

/** Takes these steps one after the other, each when it is asked for, and the defaults before, between and after. */
const following =
  (plan: Step[]): Answer =>
  (decision, question) =>
    plan[0]?.asked.test(question) ? plan.shift()!.act(decision) : takeDefault(decision);

const lost = /^You lose tokens:/;

/** Answers until the tokens lost in a fight are asked for. */
async function playUntilLosses(page: Page, answer: Answer): Promise<void> {
  const question = questionOf(decisionOf(page));
  for (;;) {
    await question.waitFor();
    if (lost.test((await question.textContent()) ?? '')) return;
    await answerNext(page, answer);
  }
}

/** What is built, and the three parts of the movement. */
async function moveOn(page: Page, answer: Answer): Promise<void> {
  for (let asked = 0; asked < 4; ++asked) await answerNext(page, answer);
}

/** Of the lost tokens one is an army, where the default gives up population alone. */
async function loseAnArmy(decision: Locator): Promise<void> {
  await decision.locator('.answer').waitFor();
  await takesTaps(decision.page());
  await decision.getByRole('button', { name: 'More: Armies, Eastreach' }).click();
  const send = decision.locator('[aria-keyshortcuts]');
  await expect(send).toHaveText('Give up: 3 population and 1 army');
  await send.click();
}

async function foundTwo(decision: Locator): Promise<void> {
  for (const name of [/^Jorvale/, /^Verge/]) await decision.getByRole('checkbox', { name }).setChecked(true);
  const send = decision.locator('[aria-keyshortcuts]');
  await expect(send).toHaveText('Found: Jorvale and Verge');
  await send.click();
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test('four people fight for the inner sea: two march into one area, the server is killed while they say what they lose, one comes back to that, one leaves and the defaults are played for him', async ({
  person,
  server,
  forgive,
}) => {
  test.setTimeout(1_200_000); // five pages in four browsers: minutes on a machine that builds at the same time
  const setup = await presetOf(server, 'inner_sea');
  const { id, links } = await makeCampaign(server, setup);
  const [north, east, south, west] = [await person(), await person(), await person(phone), await person()];
  const seated = { north, east, south, west };
  expect(Object.keys(links)).toEqual(Object.keys(seated));
  const heard = Object.values(seated).map((page) => listen(page.context()));
  forgive(/ERR_|WebSocket connection/);
  for (const [seat, page] of Object.entries(seated)) await sit(page, links[seat]!, `Player ${seat}`);

  // The east goes around and back into Eastreach, with a mouse; the south comes into it, with a finger.
  const ofEast = following([
    { asked: /^Part 1 of 3/, act: (decision) => march(decision, drag, [{ from: 'eastreach', to: 'dunmere' }]) },
    { asked: /^Part 2 of 3/, act: (decision) => march(decision, drag, [{ from: 'eastreach', to: 'redsteppe', population: 1 }, { from: 'dunmere', to: 'eastreach', population: 1 }]) },
    { asked: lost, act: loseAnArmy },
  ]);
  const ofSouth = following([
    { asked: /^Part 1 of 3/, act: (decision) => march(decision, tap, [{ from: 'garnet', to: 'fallowbay' }]) },
    { asked: /^Part 2 of 3/, act: (decision) => march(decision, tap, [{ from: 'fallowbay', to: 'eastreach' }]) },
    { asked: lost, act: loseAnArmy },
  ]);
  // The west spreads in one turn and gathers in the next, for two cities: such a nation has dice thrown for it.
  const planOfWest = [
    { asked: /^Part 1 of 3/, act: (decision: Locator) => march(decision, drag, [{ from: 'jorvale', to: 'ironstrand' }]) },
    { asked: /^Part 2 of 3/, act: (decision: Locator) => march(decision, drag, [{ from: 'jorvale', to: 'umber', population: 2 }, { from: 'kestrel', to: 'lowmarsh', population: 2 }]) },
    {
      asked: /^Part 2 of 3/,
      act: (decision: Locator) => march(decision, drag, [{ from: 'umber', to: 'jorvale', population: 1 }, { from: 'kestrel', to: 'verge', population: 2 }, { from: 'lowmarsh', to: 'verge' }]),
    },
    { asked: /^Where do you found cities\?/, act: foundTwo },
  ];
  await Promise.all([playUntilLosses(east, ofEast), playUntilLosses(south, ofSouth), moveOn(north, takeDefault), moveOn(west, following(planOfWest))]);

  // One has said what he loses, and that is sealed; the other has gone.
  await answerNext(east, ofEast);
  await south.close();
  await server.kill();
  const away = (page: Page) => page.getByText('No connection. Nothing is lost; reconnecting…');
  for (const page of [north, east, west]) await expect(away(page)).toBeVisible();
  await server.start();
  for (const page of [north, east, west]) await expect(away(page)).toHaveCount(0);

  const back = await south.context().newPage();
  await sit(back, `${server.url}/b/${id}`, '');
  await expect(questionOf(decisionOf(back))).toHaveText(lost);
  await answerNext(back, ofSouth);

  const foundAndLeave = async () => {
    while (planOfWest.length > 0) await answerNext(west, following(planOfWest));
    await openTab(west, 'More');
    await west.getByRole('button', { name: 'Concede' }).click();
    await west.getByRole('button', { name: 'Yes, concede' }).click();
  };
  await Promise.all([playOn(north), playOn(east), playOn(back), foundAndLeave()]);
  const pages = [north, east, back, west];
  for (const page of pages) await expect(outcomeOf(page)).toBeVisible();

  // What was done in the pages is in the record.
  const record = await (await fetch(`${server.url}/api/v1/battles/${id}/record`)).text();
  const { events } = JSON.parse(record) as { events: Told[] };
  const of = (name: string, seat?: string) => events.filter(({ event, data }) => event === name && (!seat || data.seat === seat)).map(({ data }) => data);
  const army = { population: 0, armies: 1 };
  expect(of('moved', 'east')).toEqual([
    { seat: 'east', step: 1, marches: [{ from: 'eastreach', to: 'dunmere', ...army }], voyages: [] },
    { seat: 'east', step: 2, marches: [{ from: 'dunmere', to: 'eastreach', population: 1, armies: 1 }, { from: 'eastreach', to: 'redsteppe', population: 1, armies: 0 }], voyages: [] },
  ]);
  expect(of('moved', 'south')).toEqual([
    { seat: 'south', step: 1, marches: [{ from: 'garnet', to: 'fallowbay', ...army }], voyages: [] },
    { seat: 'south', step: 2, marches: [{ from: 'fallowbay', to: 'eastreach', population: 4, armies: 1 }], voyages: [] },
  ]);
  expect(of('moved', 'west')).toHaveLength(3);
  expect(of('conflict')[0]).toMatchObject({
    area: 'eastreach',
    limit: 3,
    sides: [
      { seat: 'east', population: 5, armies: 1, level: 1 },
      { seat: 'south', population: 4, armies: 1, level: 0 },
    ],
    removed: [['south'], ['east'], ['south'], ['east'], ['south'], ['east'], ['south'], ['east']],
  });
  for (const seat of ['east', 'south']) {
    const [choice] = of('chosen', seat).filter(({ kind }) => kind === 'losses');
    expect(choice).toEqual({ seat, kind: 'losses', decision: expect.any(Number), choice: { armies: { eastreach: 1 } } }); // neither forced nor late nor for one who left
    expect(of('losses_taken', seat)[0]).toEqual({ seat, area: 'eastreach', population: 3, armies: 1 });
  }
  expect(of('city_founded', 'west').slice(0, 2).map(({ area }) => area)).toEqual(['jorvale', 'verge']); // what befalls them later is a matter of dice
  expect(of('rolled').filter(({ purpose }) => purpose === 'calamities')).not.toHaveLength(0);
  expect(of('turn_started').map(({ turn }) => turn)).toEqual(Array.from({ length: setup.turns as number }, (_, index) => index + 1));

  // Who left is played for by the defaults.
  expect(of('conceded').map(({ seat }) => seat)).toEqual(['west']);
  const after = events.findIndex(({ event }) => event === 'conceded');
  const forWest = events.slice(after).filter(({ event, data }) => event === 'chosen' && data.seat === 'west' && data.forced !== true);
  expect(forWest.length).toBeGreaterThan(3);
  for (const { data } of forWest) expect(data.left).toBe(true);

  // All four have been told the same, and show what it comes to; the record holds.
  for (const told of heard) expect([...told.values()].sort((a, b) => a.seq - b.seq)).toEqual(events.map(({ seq, event, data }) => ({ seq, event, data })));
  const end = standingIn(events.reduce((state, event) => advanceCampaign(state, event), startCampaign(setup as never)));
  for (const page of pages) await expect.poll(() => standingOn(page)).toEqual(end);
  expect(execFileSync(process.env.MUSTER!, ['verify', '-'], { input: record, encoding: 'utf8' })).toMatch(/holds\. .* [1-9]\d* rolls?/);
  for (const name of ['No connection', 'went back to an older copy']) await expect(back.getByText(name)).toHaveCount(0);
});
