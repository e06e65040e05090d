// A campaign is played on its map: areas are tapped with a finger, and dragged from one to another with a mouse.
import { decisionOf, sit } from './battles';
import { ground, shownAs } from './campaign_marches';
import { untilPartTwo } from './campaign_parts';
import { againstServer, presetOf } from './campaigns';
import { expect, test } from './people';
import type { Server } from './server';

/** The link of the north in two dales, whose enemy is the server's; it has much in Highdale. */
async function linkOfNorth(server: Server): Promise<string> {
  const setup = await presetOf(server, 'two_dales');
  const nations = (setup.nations as { seat: string }[]).map((nation) => (nation.seat === 'north' ? { ...nation, population: { highdale: 6 } } : nation));
  return (await againstServer(server, { ...setup, nations })).link;
}

test('with a mouse one drags from area to area, and the march lies on the map', async ({ person, server }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await sit(page, await linkOfNorth(server), 'Ada');
  await untilPartTwo(page);
  await expect(shownAs(page, 'highdale')).toHaveClass(/pickable/);
  await expect(page.getByText('Turn 1 of 6 · Movement 2 of 3')).toBeAttached();
  await ground(page, 'highdale').hover();
  await page.mouse.down();
  await ground(page, 'upford').hover();
  await expect(page.locator('.campaign path.dragged')).toBeAttached();
  await page.mouse.up();
  await expect(page.locator('.campaign path.dragged')).toHaveCount(0);
  await expect(page.locator('.campaign path.way.march')).toHaveCount(1);
  await expect(decisionOf(page).getByRole('spinbutton', { name: 'Population, Highdale → Upford', exact: true })).toBeVisible();
  // A drag that ends on the sea, or where it began, moves nobody.
  await ground(page, 'highdale').hover();
  await page.mouse.down();
  await page.mouse.move(5, 300);
  await page.mouse.up();
  await expect(page.locator('.campaign path.way.march')).toHaveCount(1);
});

test('with a finger one taps where from and where to; an area that is no answer tells of itself', async ({ person, server }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await sit(page, await linkOfNorth(server), 'Ada');
  await untilPartTwo(page);
  await ground(page, 'lowdale').tap();
  await expect(page.locator('.campaign .facts')).toContainText('Lowdale');
  await ground(page, 'highdale').tap();
  await expect(shownAs(page, 'highdale')).toHaveClass(/picked/);
  await ground(page, 'millbrook').tap();
  await expect(page.locator('.campaign path.way.march')).toHaveCount(1);
});

test('on a phone the sheet of a move is low: its map is played on, and the list is drawn up', async ({ person, server }) => {
  const page = await person({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { link } = await againstServer(server, await presetOf(server, 'inner_sea'));
  await sit(page, link, 'Ada');
  const decision = decisionOf(page).first();
  const mapHeight = async () => (await page.locator('.campaign .scroller').boundingBox())!.height;
  await untilPartTwo(page);
  await expect.poll(mapHeight).toBeGreaterThan(0.42 * 844);
  const own = page.locator('.area.pickable').first();
  const from = (await own.getAttribute('data-area'))!;
  await ground(page, from).tap();
  await expect(shownAs(page, from)).toHaveClass(/picked/);
  const to = (await page.locator('.area.pickable:not(.picked)').first().getAttribute('data-area'))!;
  await ground(page, to).tap();
  await expect(page.locator('.campaign path.way')).toHaveCount(1);
  await expect(decision.getByRole('spinbutton').first()).toBeInViewport(); // how many go is there to be changed
  await expect(decision.locator('[aria-keyshortcuts]')).toBeInViewport({ ratio: 1 });
  await expect(decision.getByText('If nobody else moves')).toBeHidden();
  await page.getByRole('button', { name: 'Pull the panel up' }).click();
  await expect(decision.getByText('If nobody else moves')).toBeVisible();
});

test('by keys the same is one list of areas', async ({ person, server }) => {
  const page = await person({ viewport: { width: 1280, height: 800 } });
  await sit(page, await linkOfNorth(server), 'Ada');
  await untilPartTwo(page);
  await shownAs(page, 'highdale').focus();
  await page.keyboard.press('Enter');
  await expect(shownAs(page, 'highdale')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('.campaign path.way.march')).toHaveCount(1);
});
