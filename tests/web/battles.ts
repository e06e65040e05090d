// Battles as people make and play them: by the pages' own fields and buttons.
import { type Locator, type Page, expect } from '@playwright/test';

import type { Server } from './server';
import type { Setup } from './setups';
import { keepSecret } from './watch';

export const rulesets = {
  'advanced-combat': 'Advanced combat',
  'phased-combat': 'Phased combat',
  'fleet-combat': 'Fleet combat',
  armies: 'Armies',
  'simple-combat': 'Simple combat',
} as const;
export type Ruleset = keyof typeof rulesets;

export interface Wishes {
  setup?: Setup;
  title?: string;
  /** the seat's word, as the page has it */
  seat?: string;
  opponent?: 'A friend' | 'The server, at its best' | 'The server, by the list' | 'The server, at random';
  watchers?: 'Everyone' | 'Anyone with the link' | 'Only the players';
  confirm?: boolean;
  clock?: Clock;
  /** both players add to the dice */
  shared?: boolean;
  /** this server adds to the dice, alone or beside both */
  witness?: string;
}

function diceNamed({ shared, witness }: Wishes): RegExp {
  if (!witness) return /^The server’s and both players’/;
  return new RegExp(`^The server’s${shared ? ', both players’' : ''} and those of a witness, ${witness} `);
}

export interface Clock {
  mode: 'Live' | 'Correspondence';
  /** fields by their labels, such as 'Minutes for the whole battle, each' */
  fields?: Record<string, string>;
  perDecision?: '1 day' | '3 days' | '7 days';
  onTimeout?: 'The default is played' | 'The battle is lost';
}

export interface Links {
  id: string;
  mine: string;
  theirs: string;
  watch: string;
}

/** Unfolds what /new keeps for those who build a battle themselves. */
export async function openBuilder(page: Page): Promise<void> {
  const fold = page.locator('details').filter({ hasText: 'Build your own' }).first();
  await fold.waitFor();
  if ((await fold.getAttribute('open')) === null) await fold.getByText('Build your own').click();
  await page.getByText('Load or paste a setup').waitFor(); // all of it comes at once
}

/** Pastes a setup into the page at /new. */
export async function pasteSetup(page: Page, setup: Setup): Promise<void> {
  await openBuilder(page);
  await page.getByText('Load or paste a setup').click();
  await page.getByLabel('Setup as JSON').fill(JSON.stringify(setup));
  await page.getByRole('button', { name: 'Use this text' }).click();
}

/** Goes through /new and reads the three links; the links page stays open. */
export async function startBattle(page: Page, server: Server, ruleset: Ruleset, wishes: Wishes = {}): Promise<Links> {
  await page.goto(`${server.url}/new`);
  await page.getByRole('region', { name: 'Rules', exact: true }).getByRole('radio', { name: rulesets[ruleset] }).check({ force: true });
  if (wishes.setup) await pasteSetup(page, wishes.setup);
  const who = page.getByRole('region', { name: 'Players', exact: true });
  if (wishes.seat) await who.getByRole('radio', { name: wishes.seat, exact: true }).check();
  if (wishes.opponent) await who.getByRole('radio', { name: new RegExp(`^${wishes.opponent}`) }).check();
  if (wishes.watchers) await who.getByRole('radio', { name: new RegExp(`^${wishes.watchers}`) }).check();
  if (wishes.confirm) await who.getByRole('checkbox', { name: /^All sides accept/ }).check();
  if (wishes.clock) await setClock(page.getByRole('region', { name: 'Clock', exact: true }), wishes.clock);
  if (wishes.shared || wishes.witness) await page.getByRole('region', { name: 'Whose dice' }).getByRole('radio', { name: diceNamed(wishes) }).check();
  if (wishes.title !== undefined) await who.getByLabel('Title').fill(wishes.title);
  await page.getByRole('button', { name: 'Start the battle' }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  return readLinks(page);
}

async function setClock(clock: Locator, { mode, fields = {}, perDecision, onTimeout }: Clock): Promise<void> {
  await clock.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
  for (const [label, value] of Object.entries(fields)) await clock.getByLabel(label).fill(value);
  if (perDecision) await clock.getByRole('radio', { name: perDecision }).check();
  if (onTimeout) await clock.getByRole('radio', { name: new RegExp(`^${onTimeout}`) }).check();
}

export async function readLinks(page: Page): Promise<Links> {
  const read = async (name: RegExp) => {
    const field = page.getByRole('textbox', { name });
    return (await field.count()) > 0 ? field.inputValue() : '';
  };
  const links = { mine: await read(/^Your seat/), theirs: await read(/^For your opponent/), watch: await read(/^Spectator link/) };
  for (const link of [links.mine, links.theirs]) if (link) keepSecret(link);
  return { ...links, id: new URL(links.mine).pathname.split('/')[2]! };
}

export async function sit(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  const field = page.getByLabel('Your name, as others will see it');
  await field.or(page.getByText(/Playing as /)).first().waitFor(); // whose name is known here sits at once in a battle of his own
  if (await field.isVisible()) {
    await field.fill(name);
    await page.getByRole('button', { name: 'Join', exact: true }).click();
  }
  await expect(page.getByRole('heading', { name: 'Join the battle' })).toHaveCount(0);
}

/** Takes both seats: who created it on their links page, and somebody else. */
export async function bothSit(mine: Page, theirs: Page, links: Links, names: readonly [string, string] = ['Ada', 'Babbage']): Promise<void> {
  await sit(mine, links.mine, names[0]);
  await sit(theirs, links.theirs, names[1]);
}

/** What a good record is told to be; armies has no dice. */
export const proved = /(The dice were fair|This record checks out)\./;

/** What stands beside the table of a battle that goes on, one at a time. */
export async function openTab(page: Page, tab: 'Log' | 'Chat' | 'More'): Promise<void> {
  await takesTaps(page);
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
}

export const outcomeOf = (page: Page) => page.locator('#outcome-title');
const sealed = 'Your choice is sealed';

/** The decision that waits for this person. */
export function decisionOf(page: Page): Locator {
  return page.locator('section.decision').filter({ hasNot: page.getByRole('heading', { name: sealed }) }).first();
}

/** Its heading, by whose id one decision is told from the next. */
export const questionOf = (decision: Locator) => decision.locator('[id^="decision-"]');

const usualOf = (decision: Locator) => decision.locator('button[data-usual]').or(decision.getByRole('button', { name: /\(default\)|^Default: |^Accept the battle/ }));

/** Its form is there; that of a map comes later than the question. */
export async function formOf(decision: Locator): Promise<void> {
  const onMap = decision.getByRole('button', { name: / stays in place$| fires \d+ shots?| holds its fire$/ });
  await usualOf(decision).or(onMap).first().waitFor();
}

/** The tap that takes what the rules take by themselves. */
export async function takeDefault(decision: Locator): Promise<void> {
  await formOf(decision);
  const usual = usualOf(decision);
  if ((await usual.count()) > 0) return press(usual.first());
  // On the map the form shows the default as it is: what is ready to be sent comes first.
  const enabled = decision.locator('button:enabled', { hasText: / stays in place$| fires \d+ shots?| holds its fire$/ });
  await press(enabled.first());
}

/** What has just come up takes no taps yet; Playwright would scroll the page in search of what takes them. */
export async function takesTaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const comesUp = document.getAnimations().filter((each) => (each instanceof CSSAnimation ? each.animationName : each.id) === 'comes-up');
    return Promise.allSettled(comesUp.map(({ finished }) => finished)).then(() => {});
  });
}

async function press(button: Locator): Promise<void> {
  await button.waitFor();
  await takesTaps(button.page());
  await (pressing.get(button.page()) ?? ((it: Locator) => it.click()))(button);
}
const pressing = new WeakMap<Page, (button: Locator) => Promise<void>>();

/** How this person presses a button: by a tap, by keys. */
export function presses(page: Page, how: (button: Locator) => Promise<void>): void {
  pressing.set(page, how);
}

export type Answer = (decision: Locator, question: string) => Promise<void>;

/** The next open decision, answered; false once the battle is over. */
export async function answerNext(page: Page, answer: Answer = takeDefault): Promise<boolean> {
  // In one look, and then about that one decision: while the page is looked at, the next may take its place.
  const next = outcomeOf(page).or(questionOf(decisionOf(page))).first();
  const { id, question } = await next.evaluate((heading) => ({ id: heading.id, question: heading.textContent ?? '' }), null, { timeout: 240_000 }); // the other side may take its time
  if (!id.startsWith('decision-')) return false;
  const heading = page.locator(`#${id}`);
  await answer(page.locator('section.decision').filter({ has: heading }), question);
  await heading.filter({ hasNotText: sealed }).waitFor({ state: 'detached' });
  return true;
}

/** To the question whether to stay, after one round; what is asked before that is answered. */
export async function untilRetreat(page: Page): Promise<void> {
  for (;;) {
    await questionOf(decisionOf(page)).waitFor();
    if (await questionOf(decisionOf(page)).getByText('Stay or retreat?').isVisible()) return;
    await answerNext(page);
  }
}

/** Answers all that is asked until the battle is over; says how often. */
export async function playOn(page: Page, answer: Answer = takeDefault): Promise<number> {
  let answered = 0;
  while (await answerNext(page, answer)) ++answered;
  return answered;
}

/** A battle that the server's own players have fought to its end; its id. The page may be any of the server's. */
export function foughtByServer(page: Page, setup: Setup, ruleset: Ruleset = 'advanced-combat'): Promise<string> {
  return page.evaluate(letServerFight, { ruleset, setup });
}

/** In the page. */
async function letServerFight({ ruleset, setup }: { ruleset: Ruleset; setup: Setup }): Promise<string> {
  const socket = new WebSocket(`ws://${location.host}/ws`, 'muster.v1');
  await new Promise((resolve) => (socket.onopen = resolve));
  const bot = { bot: 'best' };
  const battle = await new Promise<string>((resolve, reject) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string);
      if (message.type === 'created') socket.send(JSON.stringify({ type: 'follow', battle: message.battle }));
      else if (message.type === 'event' && message.event === 'battle_ended') resolve(message.battle);
      else if (message.type === 'rejected' || message.type === 'error') reject(new Error(message.message));
    };
    const seats = ruleset === 'simple-combat' ? { north: bot, south: bot } : { attacker: bot, defender: bot };
    socket.send(JSON.stringify({ type: 'create', ruleset, setup, seats }));
  });
  socket.close();
  return battle;
}
