// What the pages weigh is a limit; how fast they are depends on the machine and is told beside its limit.
import type { CDPSession, Locator, Page } from '@playwright/test';

import { foughtByServer, startBattle } from './battles';
import { expect, test } from './people';
import { march } from './setups';

const weightMax = 110 * 1024; // bytes as sent, without fonts
const usableMax = 1000; // ms, the median of some loads by browsers that have nothing yet
const loads = 3;
const frameMax = 50; // ms
const eventsMin = 2000;

/** Counts the bytes of everything that a page loads, as they were sent. */
async function weigh(session: CDPSession): Promise<() => number> {
  const fonts = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Font' && fonts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!fonts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

/** Milliseconds from the navigation until both can be seen, on a slow device. */
async function usableAfter(page: Page, url: string, heading: string, button: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(
    ([headingName, buttonName]) => {
      const seen = (selector: string, words: string) => [...document.querySelectorAll(selector)].some((each) => each.textContent?.includes(words) && each.getBoundingClientRect().height > 0);
      const look = () => {
        if (seen('h1', headingName!) && seen('main a, main button', buttonName!)) (window as unknown as { usable: number }).usable = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [heading, button],
  );
  await page.goto(url);
  const usable = await page.waitForFunction(() => (window as unknown as { usable?: number }).usable);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return (await usable.jsonValue())!;
}

/** Milliseconds: the longest time between two frames while the slider goes to the end and back. */
function longestFrame(scrub: Locator): Promise<number> {
  return scrub.evaluate(async (field: HTMLInputElement) => {
    const last = Number(field.max);
    const frames: number[] = [];
    let before = 0;
    const steps = 120;
    for (let step = 0; step <= 2 * steps; ++step) {
      field.value = String(Math.round((last * (steps - Math.abs(steps - step))) / steps));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      if (before > 0) frames.push(now - before);
      before = now;
    }
    return Math.max(...frames);
  });
}

function tell(what: string, value: number, limit: number, unit: string): void {
  console.log(`    ${what}: ${value.toFixed(0)} ${unit} (limit ${limit} ${unit})`);
}

test('the front page and a battle are light to load', async ({ person, server }) => {
  const links = await startBattle(await person(), server, 'advanced-combat', { title: 'Light' });
  for (const [what, url, heading, button] of [
    ['/', server.url, 'Play out your board game', 'Fight the server now'],
    ['/b/ID', links.mine, 'Light', 'Join'],
  ] as const) {
    const page = await person();
    const weight = await weigh(await page.context().newCDPSession(page));
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
    await page.waitForLoadState('networkidle');
    tell(`${what} weighs`, weight() / 1024, weightMax / 1024, 'KB');
    expect(weight()).toBeGreaterThan(0);
    expect(weight()).toBeLessThan(weightMax);
    const after: number[] = [];
    for (let load = 0; load < loads; ++load) after.push(await usableAfter(await person(), url, heading, button));
    tell(`${what} is usable with a quarter of the processor after`, after.sort((a, b) => a - b)[(loads - 1) / 2]!, usableMax, 'ms');
  }
});

test('a battle with 2,000 events is scrubbed', async ({ person, server }) => {
  const viewer = await person();
  await viewer.goto(server.url);
  const battle = await foughtByServer(viewer, march(190));
  await viewer.goto(`${server.url}/b/${battle}#0`);
  const scrub = viewer.getByRole('slider', { name: 'Step' });
  const head = Number(await scrub.getAttribute('max'));
  expect(head).toBeGreaterThanOrEqual(eventsMin);
  tell(`longest frame while ${head} events are scrubbed and their chances come`, await longestFrame(scrub), frameMax, 'ms');
  await expect(viewer.getByText(/^Worked out for/)).toHaveCount(0);
  tell(`longest frame while ${head} events are scrubbed`, await longestFrame(scrub), frameMax, 'ms');
  // What is not in view is not laid out, and still the list leaps to where one is.
  for (const part of [0.5, 0.9, 0.1]) {
    await scrub.fill(String(Math.round(part * head)));
    await expect(viewer.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toBeInViewport();
  }
});
