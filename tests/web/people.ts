// People with a browser each: contexts that share nothing, watched over, and without motion unless a test is about it.
import type { BrowserContextOptions, Page } from '@playwright/test';

import { test as base } from './server';
import { Watch } from './watch';

interface People {
  watches: Watch[];
  /** A person's first page. `origins`: of servers beside the test's own that it may talk to. */
  person: (options?: BrowserContextOptions, ...origins: string[]) => Promise<Page>;
  /** Errors that the test causes itself. */
  forgive: (trouble: RegExp) => void;
}

export const test = base.extend<People>({
  watches: async ({}, use) => {
    const watches: Watch[] = [];
    await use(watches);
    for (const watch of watches) watch.expectClean();
  },
  person: async ({ browser, server, watches }, use) => {
    const contexts: { close: () => Promise<void> }[] = [];
    await use(async (options = {}, ...origins) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      watches.push(new Watch(context, server.url, ...origins));
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  forgive: async ({ watches }, use) => {
    await use((trouble) => watches.forEach((watch) => watch.expect(trouble)));
  },
});
export { expect } from '@playwright/test';
