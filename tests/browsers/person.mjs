// What a person does with a page, the same in every browser: a browser only opens, evaluates, clicks at a place, types and tells errors.
import { setTimeout as pause } from 'node:timers/promises';

const atMost = 120_000; // milliseconds, of a machine that does other things too; what is there is seen at once

/**
 * In the page: the first element of `css` whose name or text fits `text`; its name, or the place to press it at. Only what lies still,
 * is in sight and covered by nothing can be pressed.
 */
function look({ css, text = '' }, wanted) {
  const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).trim();
  const element = [...document.querySelectorAll(css)].find((each) => new RegExp(text).test(nameOf(each)));
  if (!element || wanted === 'name') return element ? nameOf(element) : null;
  element.scrollIntoView({ block: 'center' });
  const moves = document.getAnimations().some(({ playState, effect }) => playState === 'running' && effect.target?.contains(element));
  const { left, top, width, height } = element.getBoundingClientRect();
  const place = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  return !moves && !element.disabled && element.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}

export class Person {
  #browser;

  /** `browser`: a driver of firefox.mjs or webkit.mjs, of which nobody else is the user */
  constructor(browser) {
    this.#browser = browser;
  }

  open(address) {
    return this.#browser.open(address);
  }
  /** What a function says in the page. */
  evaluate(inPage, ...words) {
    return this.#browser.evaluate(inPage, ...words);
  }
  /** All errors and breaches of the page's policy until now. */
  errors() {
    return this.#browser.errors();
  }
  close() {
    return this.#browser.close();
  }

  /** What `found` finds in the end. */
  async until(why, found) {
    for (const end = Date.now() + atMost; Date.now() < end; await pause(50)) {
      const result = await found();
      if (result) return result;
    }
    const page = await this.evaluate(() => `${location}\n${document.body.innerText}`);
    throw new Error(`waited in vain for ${why}; errors: ${JSON.stringify(await this.errors())}; the page: ${page}`);
  }
  see(what) {
    return this.until(JSON.stringify(what), () => this.evaluate(look, what, 'name'));
  }
  async press(what) {
    const { x, y } = await this.until(`${JSON.stringify(what)} to press`, () => this.evaluate(look, what, 'place'));
    await this.#browser.click(x, y);
  }
  /** Of what may be gone by now. */
  async pressIfThere(what) {
    const place = await this.evaluate(look, what, 'place');
    if (place) await this.#browser.click(place.x, place.y);
  }
  async fill(what, words) {
    await this.press(what);
    await this.#browser.type(words);
  }
}
