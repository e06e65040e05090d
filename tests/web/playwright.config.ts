// The web client in Debian's Chromium against a real musterd. tests/web/run.sh starts it.
import { defineConfig } from '@playwright/test';

const launchOptions = (usual: string) => ({
  executablePath: process.env.CHROMIUM ?? usual,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
// The same engine without a browser's windows, which take more processor time than the pages in them.
const chromium = { browserName: 'chromium' as const, locale: 'en-GB', launchOptions: launchOptions('/usr/bin/chromium-headless-shell') };
const desktop = { ...chromium, viewport: { width: 1440, height: 900 } };
const whole = { ...desktop, launchOptions: launchOptions('/usr/bin/chromium') };
const anywhere = 'anywhere.spec.ts';
const notified = ['push.spec.ts', 'installed.spec.ts']; // only a whole browser has notifications, and installs pages
const phone = { ...chromium, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: process.env.MUSTER_WEB_RESULTS ?? '/tmp/muster-web',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 300_000, // of a machine that does other things too; nothing here waits by time
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: [['list']],
  projects: [
    { name: 'desktop', use: desktop, testIgnore: ['phone*.spec.ts', anywhere, ...notified] },
    { name: 'notified', use: whole, testMatch: notified },
    { name: 'anywhere', use: desktop, testMatch: anywhere, dependencies: ['page'] },
    { name: 'page', testMatch: 'page.setup.ts' }, // once, whoever wants it
    { name: 'phone', use: phone, testMatch: 'phone*.spec.ts' },
  ],
});
