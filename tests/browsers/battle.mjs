// A battle against the server's best player, by the page's own fields and buttons, with motion.
import assert from 'node:assert/strict';

import { battles } from './setups.mjs';

async function json(address, options) {
  const answer = await fetch(address, options);
  assert.ok(answer.ok, `${address}: ${answer.status}`);
  return answer.json();
}

/** The link to the person's seat of a new battle. */
export async function invite(url, ruleset) {
  const { seat, other, of = ({ example }) => example, setup = of(await json(`${url}/api/v1/rulesets/${ruleset}`)) } = battles[ruleset];
  const body = JSON.stringify({ ruleset, setup, seats: { [other]: { bot: 'best' } } });
  const { battle, seats } = await json(`${url}/api/v1/battles`, { method: 'POST', body });
  return `${url}/b/${battle}#${seats.find((each) => each.seat === seat).token}`;
}

/** In the page: counts how often the stage begins to play. */
function countStages() {
  window.stages = 0;
  let playing = false;
  new MutationObserver(() => {
    const plays = document.querySelector('[data-stage=plays]') !== null;
    if (plays && !playing) ++window.stages;
    playing = plays;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** In the page: the end, or a decision other than the one that was answered last. */
function whatNext(last) {
  if (document.querySelector('#outcome-title')) return { over: true };
  const open = [...document.querySelectorAll('section.decision h2[id^=decision-]')].find(({ id, textContent }) => id !== last && textContent !== 'Your choice is sealed');
  return open ? { id: open.id } : null;
}

const usual = '\\(default\\)|^Default: |^Accept the battle';
const onMap = ' stays in place$| fires \\d+ shots?$| holds its fire$';

/** In the page: the button that takes what the rules take by themselves. On the map that is the first of the form that can be pressed. */
function defaultOf(id, usual, onMap) {
  const decision = document.getElementById(id)?.closest('section.decision');
  const buttons = [...(decision?.querySelectorAll('button') ?? [])];
  const named = (pattern) => (button) => new RegExp(pattern).test(button.textContent.trim());
  const button = buttons.find((each) => each.matches('[data-usual]')) ?? buttons.find(named(usual)) ?? buttons.filter((each) => !each.disabled).find(named(onMap));
  for (const former of document.querySelectorAll('[data-test-default]')) former.removeAttribute('data-test-default');
  button?.setAttribute('data-test-default', id);
  return button !== undefined;
}

/** In the page: it is asked no more, or its answer is on its way: then the button is gone, or cannot be pressed. */
function answered(id) {
  const heading = document.getElementById(id);
  return !heading || heading.textContent === 'Your choice is sealed' || (document.querySelector(`[data-test-default="${id}"]`)?.disabled ?? true);
}

/** Answers all that is asked with the default until the battle is over; says how often, and how often the stage has played. */
async function playOn(person) {
  let count = 0;
  for (let last = '';;) {
    const { over, id } = await person.until('a decision or the end', () => person.evaluate(whatNext, last));
    if (over) return { answered: count, stages: await person.evaluate(() => window.stages) };
    await person.until('a button for the default', () => person.evaluate(defaultOf, id, usual, onMap));
    // What came in meanwhile may have moved the button from under the finger: then it is pressed where it is now.
    await person.until('the answer to be taken', async () => {
      if (await person.evaluate(answered, id)) return true;
      await person.pressIfThere({ css: `[data-test-default="${id}"]` });
      return false;
    });
    last = id;
    ++count;
  }
}

export async function fight(person, url, ruleset) {
  await person.open(url);
  await person.evaluate(() => localStorage.setItem('muster.animation', '4'));
  await person.open(await invite(url, ruleset));
  assert.equal(await person.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches), false);
  await person.fill({ css: 'section[aria-labelledby=join-title] input' }, 'Ada');
  await person.evaluate(countStages);
  await person.press({ css: 'button', text: '^Join$' });
  const { answered, stages } = await playOn(person);
  assert.ok(answered > 0, 'nothing was asked');
  assert.ok(stages > 0, 'nothing moved');
}

/** At a table of dice for a game that is played elsewhere; what was thrown is still there when somebody comes back. */
export async function throwDice(person, url) {
  const body = JSON.stringify({ ruleset: 'dice', setup: { seats: ['red'] } });
  const { battle, seats } = await json(`${url}/api/v1/battles`, { method: 'POST', body });
  await person.open(`${url}/b/${battle}#${seats[0].token}`);
  await person.fill({ css: 'section[aria-labelledby=join-title] input' }, 'Ada');
  await person.press({ css: 'button', text: '^Join$' });
  await person.fill({ css: 'input.roll' }, '2d6, 7d6>=5'); // whoever comes to the field writes over what stands there
  await person.press({ css: 'button', text: '^Throw$' });
  await person.see({ css: '#throw-1', text: '(no hits|\\d hits?) · total \\d+' });
  await person.open(`${url}/b/${battle}`);
  await person.see({ css: '#throw-1', text: 'Ada' });
}

/** The replay goes on by itself; whoever goes to a moment stops it, whether or not it is through by then. */
export async function lookBack(person) {
  const at = () => person.evaluate(() => document.querySelector('input.scrub')?.valueAsNumber ?? -1);
  // What comes with the end, its luck among it, may have moved the button from under the finger: then it is pressed where it is now.
  await person.until('the replay', async () => {
    if ((await at()) >= 0) return true;
    await person.pressIfThere({ css: 'button', text: '^Watch the replay$' });
    return false;
  });
  await person.until('the replay to go on', async () => (await at()) >= 4);
  await person.press({ css: 'button', text: '^To the start$' });
  await person.see({ css: 'button', text: '^Play$' });
}

export async function proveTheDice(person) {
  await person.press({ css: 'button', text: '^Check the (dice|record)$' });
  await person.see({ css: '.verdict', text: '(The dice were fair|This record checks out)\\.' });
}
