// Debian's WebKitGTK: its MiniBrowser on a screen of its own, by plain WebDriver calls. WebDriver tells no log, so the page listens itself,
// once it is loaded: then its first script has run, and what that fetches is on its way. What goes wrong before that is not seen here. All that
// a person does happens after it, since the page stays one document from the link to the proof of the dice. (Not from DOMContentLoaded on, by
// the strategy "eager": a call that comes between that and the end of loading waits for another DOMContentLoaded, which never comes.)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../support/free_port.mjs';

export const name = 'WebKitGTK';

// Debian has it among the libraries for this machine.
const libraries = '/usr/lib';
const miniBrowser = readdirSync(libraries)
  .map((folder) => `${libraries}/${folder}/webkit2gtk-4.1/MiniBrowser`)
  .find((path) => existsSync(path));

/** In the page. */
function listen() {
  window.troubles = [];
  const tell = (trouble) => window.troubles.push(trouble);
  // In the capturing phase: what did not load says so to its element only.
  addEventListener('error', ({ message, target }) => tell(`uncaught: ${message ?? `${target.localName} ${target.src ?? target.href} did not load`}`), true);
  addEventListener('unhandledrejection', ({ reason }) => tell(`uncaught: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => tell(`policy: ${effectiveDirective} ${blockedURI}`), true);
  const complain = console.error;
  console.error = (...words) => {
    tell(`console: ${words.join(' ')}`);
    complain.apply(console, words);
  };
}

/** A screen that nobody sees, by a number that it finds itself. */
async function startScreen() {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [number] = await once(screen.stdio[3], 'data');
  return { screen, display: `:${String(number).trim()}` };
}

async function end(process) {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill();
  await ended;
}

/** Calls of one session, of a driver that listens. */
async function startSession(port, driver) {
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  while (!(await call('GET', '/status').catch(() => null))) {
    if (driver.exitCode !== null) throw new Error('WebKitWebDriver did not start');
    await pause(50);
  }
  const wishes = { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } };
  const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: wishes } });
  return (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
}

/** What a person does with it. */
function hands(session) {
  const former = []; // troubles of documents that were left
  const evaluate = (inPage, ...args) => session('POST', '/execute/sync', { script: `return (${inPage})(...arguments);`, args });
  const errors = async () => [...former, ...(await evaluate(() => window.troubles ?? []))];
  const act = (source) => session('POST', '/actions', { actions: [source] });
  const press = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return {
    open: async (address) => {
      former.splice(0, Infinity, ...(await errors()));
      await session('POST', '/url', { url: address });
      await evaluate(listen);
    },
    evaluate,
    errors,
    click: (x, y) => act({ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', duration: 0, x, y }, ...press] }),
    type: (words) => act({ type: 'key', id: 'keys', actions: [...words].flatMap((value) => [{ type: 'keyDown', value }, { type: 'keyUp', value }]) }),
  };
}

export async function launch() {
  const { screen, display } = await startScreen();
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, WEBKIT_DISABLE_DMABUF_RENDERER: '1', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1', GSETTINGS_BACKEND: 'memory' };
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' });
  const endAll = async () => {
    await end(driver);
    await end(screen);
  };
  try {
    const session = await startSession(port, driver);
    await session('POST', '/window/rect', { width: 1440, height: 900 });
    const close = () => session('DELETE', '').finally(endAll);
    return { ...hands(session), close };
  } catch (error) {
    await endAll();
    throw error;
  }
}
