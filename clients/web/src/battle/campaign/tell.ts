// What the map says of an area, in words: for who taps on it, and for who hears it.
import type { CampaignState, Holding } from 'muster-client/table';
import { t } from '../../lib/i18n.svelte';
import { listed } from '../../lib/lists';
import { capital } from '../../lib/words';
import type { Naming } from '../naming';
import { worded } from '../naming';
import { type Area, type Atlas, neighbours } from './atlas';
import type { Mark } from './course';
import { barbarians, heldIn } from './figures';

export function sideName(naming: Naming, side: string): string {
  return side === barbarians ? t.campaign.barbarians : naming.nation(side);
}

/** What it is: "feeds 3", "city site". */
export function featuresOf({ sea, limit, site, plain, volcano }: Area): string[] {
  const { is } = t.campaign;
  if (sea) return [is.sea];
  return [is.feeds({ n: limit }), ...(site ? [is.town_site] : []), ...(plain ? [is.plain({ name: capital(worded(plain)) })] : []), ...(volcano ? [is.volcano({ name: capital(worded(volcano)) })] : [])];
}

/** "a city, 3 population and 1 army" */
export function unitsWords({ city, population, armies, ships }: Holding): string {
  const { has } = t.campaign;
  const parts = [
    ...(city ? [has.town] : []),
    ...(population > 0 ? [has.people({ n: population })] : []),
    ...(armies > 0 ? [has.soldiers({ n: armies })] : []),
    ...(ships > 0 ? [has.fleet({ n: ships })] : []),
  ];
  return listed(parts);
}

export function holdersOf(atlas: Atlas, state: CampaignState, naming: Naming, area: string): string[] {
  return heldIn(atlas, state, area).map((held) => t.campaign.holds({ who: sideName(naming, held.side), what: unitsWords(held) }));
}

/** All that a card says of an area. */
export function factsOf(atlas: Atlas, state: CampaignState, naming: Naming, { area, ...rest }: Area): string[] {
  const names = (found: string[]) => listed(found.map((each) => naming.area(each)));
  const [overland, oversea] = [neighbours(atlas, atlas.land, area), neighbours(atlas, atlas.water, area)];
  const held = holdersOf(atlas, state, naming, area);
  return [
    t.campaign.titled({ area: naming.area(area), what: featuresOf({ area, ...rest }).join(' · ') }),
    ...(held.length > 0 ? held : [t.campaign.list.nobody]),
    ...(overland.length > 0 ? [t.campaign.overland({ areas: names(overland) })] : []),
    ...(oversea.length > 0 ? [t.campaign.oversea({ areas: names(oversea) })] : []),
  ];
}

/** What is spoken of an area that has the focus. */
export function spokenOf(atlas: Atlas, state: CampaignState, naming: Naming, area: Area, more: readonly (string | undefined)[]): string {
  const held = holdersOf(atlas, state, naming, area.area);
  return [
    t.campaign.titled({ area: naming.area(area.area), what: featuresOf(area).join(', ') }),
    ...(held.length > 0 ? held : [t.campaign.list.nobody]),
    ...more.filter((each) => each !== undefined && each !== ''),
  ].join('. ');
}

export function markWord(mark: Mark): string {
  return t.campaign.marks[mark];
}
