// What must never happen, whatever a test does: a request to elsewhere, a token in an address, a breach of the page's policy,
// an error in the console.
import { type BrowserContext, type ConsoleMessage, expect } from '@playwright/test';

/** Tokens of seats that tests of this worker have seen. */
const tokens = new Set<string>();

export function keepSecret(link: string): void {
  const token = new URL(link).hash.slice(1);
  if (token) tokens.add(token);
}

/** Whoever builds a setup asks for its chances at each pause, and the server says so where it is wrong just then: how long a pause is for a page is the machine's. */
function tellsOfSetup(message: ConsoleMessage): boolean {
  const page = message.page();
  return page !== null && new URL(page.url()).pathname === '/new' && message.location().url.endsWith('/api/v1/odds') && message.text().includes('status of 400');
}

export class Watch {
  private readonly troubles: string[] = [];
  private readonly expected: RegExp[] = [];

  private readonly origins: readonly string[];

  /** `origins`: of the page, and of the servers that it talks to. */
  constructor(context: BrowserContext, ...origins: string[]) {
    this.origins = origins;
    context.on('request', (request) => this.look(request.url(), request.headers().referer ?? ''));
    context.on('console', (message) => message.type() === 'error' && !tellsOfSetup(message) && this.troubles.push(`console: ${message.text()} (${message.location().url})`));
    context.on('weberror', (error) => this.troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('page', (page) => {
      page.on('websocket', (socket) => this.look(socket.url().replace(/^ws/, 'http'), ''));
      page.on('dialog', (dialog) => {
        this.troubles.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
    });
  }

  /** Errors that the test causes itself, such as a server that is away. */
  expect(trouble: RegExp): void {
    this.expected.push(trouble);
  }

  expectClean(): void {
    expect(this.troubles.filter((each) => !this.expected.some((pattern) => pattern.test(each)))).toEqual([]);
  }

  private look(address: string, referrer: string): void {
    if (!address.startsWith('data:') && !address.startsWith('blob:') && !this.origins.includes(new URL(address).origin)) this.troubles.push(`request to elsewhere: ${address}`);
    // A navigation's own address has the fragment in Playwright's eyes; it is never sent.
    const sent = address.split('#')[0]!;
    for (const token of tokens) if (sent.includes(token) || referrer.includes(token)) this.troubles.push(`a token is told: ${sent} (from ${referrer})`);
  }
}
