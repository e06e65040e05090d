// Debian's Firefox over WebDriver BiDi. Its log has uncaught errors, refused promises, console.error and breaches of the policy alike,
// from the first byte of a page on.
import puppeteer from 'puppeteer-core';

export const name = 'Firefox';

export async function launch() {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 0, 'intl.accept_languages': 'en-GB, en' },
    timeout: 600_000,
    protocolTimeout: 180_000,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return {
    open: (address) => page.goto(address),
    evaluate: (inPage, ...words) => page.evaluate(inPage, ...words),
    click: (x, y) => page.mouse.click(x, y),
    type: (words) => page.keyboard.type(words),
    errors: async () => errors,
    close: () => browser.close(),
  };
}
