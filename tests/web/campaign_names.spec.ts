// The names of areas are read beside what stands in them and goes between them, on each map of the ruleset.
import type { Page } from '@playwright/test';

import { untilPartTwo } from './campaign_parts';
import { sit } from './battles';
import { againstServer, makeCampaign, presetOf, seatsOf } from './campaigns';
import { expect, test } from './people';
import type { Setup } from './setups';

interface Nation {
  seat: string;
  population: Record<string, number>;
}

/** The first nation holds all that is not another's. */
function overrun(setup: Setup): Setup {
  const { areas, nations } = setup as unknown as { areas: { area: string; open_sea?: boolean }[]; nations: Nation[] };
  const [first, ...others] = nations;
  const taken = new Set(others.flatMap(({ population }) => Object.keys(population)));
  const held = areas.filter(({ area, open_sea }) => !open_sea && !taken.has(area));
  const each = Math.min(3, Math.floor(50 / held.length)); // of 55 pieces
  const population = Object.fromEntries(held.map(({ area }) => [area, each]));
  return { ...setup, nations: [{ ...first, population }, ...others] };
}

const astray = 'stands nearer to another area';

/** Names that arrows go through, that lie on pieces, or on each other, or are read as another area's; in the drawing's units. */
function touched(map: Element, astray: string): string[] {
  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const root = (map as SVGSVGElement).getScreenCTM()!.inverse();
  const boxOf = (element: SVGGraphicsElement, less: number): Box => {
    const { x, y, width, height } = element.getBBox();
    const matrix = root.multiply(element.getScreenCTM()!);
    const [from, to] = [new DOMPoint(x, y + height * less).matrixTransform(matrix), new DOMPoint(x + width, y + height * (1 - less)).matrixTransform(matrix)];
    return { left: from.x, right: to.x, top: from.y, bottom: to.y };
  };
  const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  // Of a line of text its upper and lower fifth are empty.
  const names = [...map.querySelectorAll<SVGTextElement>('text.name')].map((name) => ({ name, text: name.textContent!, box: boxOf(name, 0.2) }));
  const pieces = [...map.querySelectorAll<SVGGElement>('[data-sort]')].map((piece) => boxOf(piece, 0.05));
  const middles = [...map.querySelectorAll<SVGCircleElement>('.area circle.ring')].map((ring) => ({ ring, box: boxOf(ring, 0) }));
  const told = [...map.querySelectorAll<SVGGraphicsElement>('.badge rect, .mark circle')].map((each) => boxOf(each, 0.1));
  const found: string[] = [];
  for (const way of map.querySelectorAll<SVGPathElement>('path.way')) {
    const half = parseFloat(getComputedStyle(way).strokeWidth) / 2;
    const length = way.getTotalLength();
    // Its head is wider.
    const spots = Array.from({ length: Math.ceil(length / 2) + 1 }, (_, index) => ({ at: way.getPointAtLength(Math.min(length, 2 * index)), far: 2 * index > length - 8 ? 2.5 * half : half }));
    for (const { text, box } of names) if (spots.some(({ at: { x, y }, far }) => meet(box, { left: x - far, right: x + far, top: y - far, bottom: y + far }))) found.push(`an arrow goes through ${text}`);
  }
  const far = (a: Box, b: Box) => Math.hypot(a.left + a.right - b.left - b.right, a.top + a.bottom - b.top - b.bottom);
  for (const { name, text, box } of names) {
    const nearest = middles.reduce((best, each) => (far(each.box, box) < far(best.box, box) ? each : best));
    if (nearest.ring.closest('[data-area]') !== name.closest('[data-area]')) found.push(`${text} ${astray}`);
    if (pieces.some((piece) => meet(piece, box))) found.push(`${text} lies on a piece`);
    if (told.some((each) => meet(each, box))) found.push(`${text} lies under what is said of an area`);
    for (const other of names) if (other.text < text && meet(other.box, box)) found.push(`${text} lies on ${other.text}`);
  }
  return found;
}

const mapOf = (page: Page) => page.locator('.campaign .scroller svg').first();
const ground = (page: Page, area: string) => page.locator(`[role="button"][data-area="${area}"]`);

for (const preset of ['two_dales', 'inner_sea', 'ringed_gulf'] as const)
  for (const [size, colorScheme, options] of [['a phone', 'dark', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }], ['a desk', 'light', { viewport: { width: 1280, height: 800 } }]] as const)
    test(`names of areas keep clear of arrows and pieces, however many march: ${preset} on ${size}`, async ({ person, server }, info) => {
      const setup = overrun(await presetOf(server, preset));
      const [own, ...bots] = seatsOf(setup);
      const { links } = await makeCampaign(server, setup, bots);
      const page = await person({ ...options, colorScheme });
      await sit(page, links[own!]!, 'Ada');
      await untilPartTwo(page);
      const tap = (area: string) => ground(page, area).locator('circle.ring').dispatchEvent('click');
      const found: string[] = [];
      let marches = 0;
      const from = new Set<string>();
      for (const [one, other] of setup.land as [string, string][]) {
        // From each area one march, and never there and back.
        const [area, to] = from.has(one) ? [other, one] : [one, other];
        if (from.has(area) || !(await ground(page, area).getAttribute('class'))!.includes('pickable')) continue;
        await tap(area);
        await expect(ground(page, area)).toHaveClass(/picked/);
        await tap(to);
        await expect(page.locator('.campaign path.way')).toHaveCount(++marches);
        from.add(area);
        await page.evaluate(() => document.fonts.ready);
        const now = await mapOf(page).evaluate(touched, astray);
        // Where more march than a nation ever sends a name may stand astray, but nothing lies on it.
        for (const each of now.filter((each) => marches <= 10 || !each.endsWith(astray))) found.push(`${marches} marches: ${each}`);
      }
      await page.screenshot({ path: info.outputPath('marches.png') });
      expect(marches).toBeGreaterThan(3);
      expect(found).toEqual([]);
    });

test('chances are told by the names of nations, not of seats', async ({ person, server }) => {
  const { link } = await againstServer(server, await presetOf(server, 'two_dales'));
  const page = await person();
  await sit(page, link, 'Ada');
  await expect(page.getByRole('region', { name: 'Chance of winning' })).toHaveText(/Highdale.*Lowdale/);
});
