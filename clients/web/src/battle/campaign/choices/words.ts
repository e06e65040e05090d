// Choices as people say them: on the button that sends one, beside it for the default, and where one is sealed.
import type { JsonObject, TheatreMoveMeaning } from 'muster-client';
import { number, object, objects, text, words } from 'muster-client/table';
import { t } from '../../../lib/i18n.svelte';
import { listed } from '../../../lib/lists';
import type { Naming } from '../../naming';
import { type Clash } from './ahead';
import { citiesOf } from './cities';
import { planOf, type Tokens, type Voyage } from './moves';
import { type Units, unitsOf } from './units';

export function tokensWords({ population, armies }: Tokens): string {
  return t.campaign_choices.tokens({ population, armies });
}

/** "4 + 1" */
export function tokensBrief({ population, armies }: Tokens): string {
  return t.campaign_choices.brief({ population, armies });
}

export function unitsWords(units: readonly Units[], naming: Naming): string {
  const each = units.map(({ area, city, ...rest }) => {
    const some = rest.population + rest.armies > 0;
    const what = !city ? tokensWords(rest) : some ? t.campaign_choices.with_town({ what: tokensWords(rest) }) : t.campaign_choices.town;
    return t.campaign_choices.at({ area: naming.area(area), what });
  });
  return each.join('; ') || t.battle.nothing;
}

export function routeWords({ ship, route }: Voyage, naming: Naming): string {
  return [ship, ...route].map((area) => naming.area(area)).join(' → ');
}

export function clashWords({ sides, limit, city }: Clash, naming: Naming): string {
  const { ahead } = t.campaign_choices;
  const of = (side: string) => (side === 'barbarians' ? t.campaign_choices.barbarians : naming.nation(side));
  const there = ahead.stand({ sides: listed(sides.map(({ side, tokens }) => ahead.side({ who: of(side), n: tokens }))) });
  const fight = limit === null ? '' : city ? ahead.beside : ahead.fed({ limit });
  const attack = city ? ahead.walls({ owner: of(city.owner), n: city.needed }) : '';
  return [there, fight, attack].filter(Boolean).join(' ');
}

/** What the table then leaves, as the server tells it. */
export function outcomeWords({ sides, assault }: TheatreMoveMeaning['fights'][number], naming: Naming): string {
  const { ahead } = t.campaign_choices;
  const of = (side: string) => (side === 'barbarians' ? t.campaign_choices.barbarians : naming.nation(side));
  const city = assault ? (assault.falls ? ahead.falls : ahead.holds)({ owner: of(assault.defender) }) : '';
  return [city, ahead.leaves({ sides: listed(sides.map(({ seat, left }) => ahead.side({ who: of(seat), n: left }))) })].filter(Boolean).join(' ');
}

function worksWords(choice: JsonObject, lost: number): string {
  const { works } = t.campaign_choices;
  const lines = objects(choice.areas);
  const sum = (...items: string[]) => lines.reduce((all, line) => all + items.reduce((some, item) => some + number(line[item]), 0), 0);
  const [kept, armies, ships, release] = [sum('keep_armies', 'keep_ships'), sum('build_armies'), sum('build_ships'), number(choice.release)];
  const parts = [
    ...(kept > 0 ? [works.kept({ n: kept })] : []),
    ...(armies > 0 ? [works.soldiers({ n: armies })] : []),
    ...(ships > 0 ? [works.fleet({ n: ships })] : []),
    ...(release > 0 ? [works.back({ n: release })] : []),
    ...(lost > 0 ? [works.given_up({ n: lost })] : []),
  ];
  return parts.length > 0 ? listed(parts) : t.battle.nothing;
}

/** Numbers by name: "Upford 2, Lowdale 1". */
function countsWords(value: JsonObject, nameOf: (name: string) => string): string {
  const some = Object.entries(value).filter(([, count]) => number(count) > 0);
  return some.length > 0 ? listed(some.map(([name, count]) => t.campaign_choices.ahead.side({ who: nameOf(name), n: number(count) }))) : t.battle.nothing;
}

/** `lost`: how many tokens or pieces go altogether, where the choice itself does not say it. */
export function choiceWords(kind: string, choice: JsonObject, naming: Naming, lost = 0): string {
  const said = t.campaign_choices.said;
  const area = (name: string) => naming.area(name);
  switch (kind) {
    case 'tax':
      return said.rate({ n: number(choice.rate) });
    case 'build':
      return worksWords(choice, lost);
    case 'move': {
      const { marches, voyages } = planOf(choice);
      return marches.length + voyages.length === 0 ? said.stay : said.orders({ marches: marches.length, voyages: voyages.length });
    }
    case 'expand':
      return countsWords(object(choice.areas), area);
    case 'allot':
      return countsWords(object(choice.seats), (seat) => naming.nation(seat));
    case 'losses': {
      const armies = Object.values(object(choice.armies)).reduce((sum: number, each) => sum + number(each), 0);
      return lost > 0 ? tokensWords({ population: lost - armies, armies }) : said.soldiers({ n: armies });
    }
    case 'found':
      return said.towns({ n: citiesOf(choice).length, areas: listed(citiesOf(choice).map((each) => area(each.area))) });
    case 'support':
      return (choice.give_up === 'army' ? said.soldier : said.town)({ area: area(text(choice.area)) });
    case 'site':
      return area(text(choice.area));
    case 'reduce':
      return listed(words(choice.areas).map(area)) || t.battle.nothing;
    case 'keep':
      return text(choice.faction) === 'first' ? said.first : said.second;
    default:
      return unitsWords(unitsOf(choice.units), naming);
  }
}

/** What the main button says. */
export function sendWords(kind: string, choice: JsonObject, naming: Naming, lost = 0): string {
  const what = choiceWords(kind, choice, naming, lost);
  const does = t.campaign_choices.does;
  switch (kind) {
    case 'tax':
      return does.rate({ what });
    case 'expand':
      return does.grow({ what });
    case 'build':
      return does.works({ what });
    case 'move':
      return what === t.campaign_choices.said.stay ? does.stay : does.go({ what });
    case 'found':
      return does.towns({ what });
    case 'support':
      return does.give({ what });
    case 'site':
      return does.here({ what });
    case 'allot':
      return does.share({ what });
    case 'reduce':
      return does.fall({ what });
    case 'faction':
      return does.part({ what });
    case 'keep':
      return does.own({ what });
    default:
      return does.out({ what });
  }
}
