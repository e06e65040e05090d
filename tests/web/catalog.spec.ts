// What the page knows of units by itself, so that records show without a server, is what the server says of them.
import { standardProfiles } from '../../clients/web/src/battle/map/profiles';
import { rosterOf } from '../../clients/web/src/battle/roster';
import { expect, test } from './server';

test("the page's own roster is the catalog's", async ({ request, server }) => {
  const catalog = await (await request.get(`${server.url}/api/v1/rulesets/advanced-combat`)).json();
  const unitOf = rosterOf({});
  for (const entry of catalog.roster) {
    expect(unitOf(entry.unit)).toEqual({
      unit: entry.unit,
      kind: entry.class,
      era: entry.era ?? 0,
      modifier: entry.modifier ?? 0,
      enhancedModifier: entry.enhanced_modifier ?? 0,
      strength: entry.strength ?? 0,
    });
  }
  expect(catalog.roster.length).toBe(21);
});

test("the page's own profiles of simple-combat are the catalog's", async ({ request, server }) => {
  const catalog = await (await request.get(`${server.url}/api/v1/rulesets/simple-combat`)).json();
  expect(standardProfiles).toEqual(
    catalog.roster.map((each: Record<string, unknown>) => [each.profile, each.move_allowance, each.armour, each.damage_capacity, each.points]),
  );
});
