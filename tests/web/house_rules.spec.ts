// The house rules of simple-combat are switched in the builder, and a battle is created as they were.
import { decisionOf, openBuilder, outcomeOf, readLinks, sit } from './battles';
import { makeBattle } from './made';
import { expect, test } from './people';

test('range and sight, the DU of weapons, what decides, measuring and burning are switched in the builder', async ({ person, request, server }) => {
  const page = await person();
  await page.goto(`${server.url}/new?ruleset=simple-combat`);
  await openBuilder(page);
  const rules = page.locator('details').filter({ has: page.getByText('House rules:') });
  await rules.getByText('House rules:').click();
  const choose = (question: string | RegExp, value: RegExp) => rules.getByRole('group', { name: question }).getByRole('radio', { name: value }).check();
  await expect(page.getByRole('button', { name: 'One fewer: Turns' })).toHaveCount(1);
  await choose('How far is a target, and what must be seen of it?', /^as far as its nearest edge/);
  await choose(/^How many cells are there to each step/, /^two/);
  await choose('What decides the battle?', /^destruction alone, with no last turn/);
  await choose('May one measure before one fires?', /^no/);
  await choose('Do damaged units burn at the end of the turn?', /^yes/);
  await expect(page.locator('summary').filter({ hasText: 'House rules:' })).toContainText('5 changed');
  await expect(page.getByRole('button', { name: 'One fewer: Turns' })).toHaveCount(0); // there is no last turn
  await choose(/^How many cells are there to each step/, /^three/);
  await choose('What decides the battle?', /^destruction alone, however many turns/);
  await expect(page.getByRole('button', { name: 'One fewer: Turns' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Start the battle' }).click();
  await expect(page.getByRole('heading', { name: 'Your battle is ready' })).toBeVisible();
  const links = await readLinks(page);
  const record = await (await request.get(`${server.url}/api/v1/battles/${links.id}/record`)).json();
  expect(record.setup.house_rules).toMatchObject({ sight: 'edge', fire_scale: 3, decides: 'to_the_end', premeasure: false, burning: true });
});

test('where nobody may measure first, any enemy can be fired at, no chances are told, and what is out of range is missed', async ({ person, server }) => {
  const setup = {
    grid: 'square',
    width: 12,
    height: 1,
    turn_limit: 1,
    north: { units: [{ id: 'n1', profile: 'medium_tank', at: [0, 0] }] },
    south: { units: [{ id: 's1', profile: 'howitzer_battery', at: [11, 0] }] },
    house_rules: { premeasure: false },
  };
  const page = await person();
  const links = await makeBattle(server, 'simple-combat', { setup, opponent: 'listed' });
  await sit(page, links.mine, 'Ada');
  const decision = decisionOf(page);
  await decision.getByRole('button', { name: 'n1 stays in place' }).click();
  await expect(decision.getByText('No measuring first')).toBeVisible();
  await decision.getByText('Exact controls').click();
  await expect(decision.getByRole('radio', { name: /^s1/ })).toHaveCount(2); // for either weapon
  await expect(decision).not.toContainText('%');
  await decision.getByRole('button', { name: 'n1 fires 2 shots at s1' }).click();
  await expect(outcomeOf(page)).toBeVisible();
  await expect(page.getByText('n1 fires Medium gun at s1: out of range.').first()).toBeAttached();
});
