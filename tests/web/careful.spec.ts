// What gives a battle away is not done by a tap that meant something else.
import { decisionOf, outcomeOf, sit, untilRetreat } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';
import { seaFight } from './setups';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const retreat = /^Retreat to Carthage/;

for (const [where, options] of [['a phone', phone], ['a desktop', { viewport: { width: 1280, height: 800 } }]] as const)
  test(`a retreat is asked twice, and no answer is given by a tap that began before its question, on ${where}`, async ({ person, server }) => {
    const page = await person(options);
    const links = await makeBattle(server, 'fleet-combat', { setup: seaFight, opponent: 'listed' });
    // What a tap would meet where an answer stands, in the first frame that has it.
    await page.addInitScript(() => {
      const met: boolean[] = [];
      Object.assign(window, { met });
      const known = new Set<Element>();
      const meets = (element: Element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        met.push(element.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
      };
      const look = () => {
        const fresh = (selector: string) => [...document.querySelectorAll(selector)].filter((each) => !known.has(each) && known.add(each));
        fresh('section.decision :is(ul, .answer) button').forEach(meets);
        // Nor what lies beside a new question on a phone, where a finger is taken to mean what takes taps. Its answers may come later.
        if (fresh('section.decision').length > 0) document.querySelectorAll('.foot [role=tab]').forEach(meets);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await sit(page, links.mine, 'Ada');
    await untilRetreat(page);
    const decision = decisionOf(page);
    await decision.getByRole('button', { name: retreat }).click();
    await expect(decision).toContainText('This can’t be taken back.');
    await expect(decision.getByRole('button', { name: 'No, go back' })).toBeFocused();
    await decision.getByRole('button', { name: 'No, go back' }).click();
    await expect(decision.getByRole('button', { name: 'Stay and fight' })).toBeVisible();
    await decision.getByRole('button', { name: retreat }).click();
    await expect(decision.getByRole('button', { name: 'No, go back' })).toBeVisible();
    await expect(outcomeOf(page)).toHaveCount(0);
    const met = await page.evaluate(() => (window as unknown as { met: boolean[] }).met);
    expect(met.length).toBeGreaterThan(4);
    expect(met).not.toContain(true);
    await decision.getByRole('button', { name: retreat }).click();
    await expect(outcomeOf(page)).toBeVisible();
  });
