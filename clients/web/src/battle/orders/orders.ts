// Standing orders as the panel needs them: what can be ordered in a battle, and orders in words.
import type { Bounds, Catalog, Following, JsonObject, OrderCondition, StandingOrder } from 'muster-client';
import { toldBy } from '../../lib/descriptions';
import { t } from '../../lib/i18n.svelte';
import { listed } from '../../lib/lists';
import { capital } from '../../lib/words';
import { choiceText, type Naming, withAt, yesOrNoOf } from '../naming';
import { atPlace, type Description, descriptionOf, object, objects, own, text } from 'muster-client/table';

/** Everything that fits no other order. */
export const playsDefault: StandingOrder = { for: '*', play: 'default' };

export function isLastResort(order: StandingOrder): boolean {
  return order.for === '*' && order.play === 'default' && !order.if;
}

/** A choice that can be ordered as it is. */
export interface Answer {
  words: string;
  choice: JsonObject;
}

export interface OrderKind {
  kind: string;
  words: string;
  /** pieces that can be put in an order; none: an order of pieces says nothing here */
  pieces: string[];
  answers: Answer[];
}

export function decisionWord(kind: string, ruleset: string): string {
  if (kind === '*') return t.orders.every;
  return toldBy(ruleset, 'decisions', kind) ?? kind.replaceAll('_', ' ');
}

/** "enhanced knights" names the enhanced ones only, as the server has it. */
const enhancedMark = 'enhanced ';

export function pieceWord(name: string, naming: Naming): string {
  if (!name.startsWith(enhancedMark)) return naming.unit(name);
  return t.battle.enhanced_name({ name: naming.unit(name.slice(enhancedMark.length)) });
}

/** Whether what stands beside the units flies with them and not for itself. */
function flyWithOthers({ events }: Description): boolean {
  return Object.values(events ?? {}).some(({ does }) => does?.some(({ op }) => op === 'pair'));
}

function piecesOf({ ruleset, setup }: Following, seat: string): string[] {
  const description = descriptionOf(ruleset);
  const { view, tokens, board, units = [], beside = [] } = description?.table ?? {};
  if (!description || view === 'areas') return view ? ['population', 'army'] : [];
  if (view === 'tokens') return (tokens ?? []).map(({ unit }) => unit);
  const places = board ? [board.units] : flyWithOthers(description) ? units : [...units, ...beside];
  const names = places.flatMap((place) => objects(atPlace(object(setup[seat]), place))).map((each) => (each.enhanced === true ? enhancedMark : '') + (text(each.unit) || text(each.profile)));
  return [...new Set(names)];
}

/** Yes to what is asked so; where one may go, to each of the places that the setup has. No is what one does without an order. */
function answersOf(kind: string, { setup }: Following, naming: Naming): Answer[] {
  const how = own(descriptionOf(naming.ruleset)?.decisions, kind);
  const place = how && yesOrNoOf(how);
  if (!how || !place) return [];
  const yes = withAt({}, place, true);
  const choices = how.form === 'yes_no' ? [yes] : objects(atPlace(setup, how.setup_list ?? '')).map(({ name }) => withAt(yes, how.choice ?? '', text(name)));
  return choices.map((choice) => ({ words: choiceText(kind, choice, naming), choice }));
}

/** Whether its battles count rounds, phases or turns: a chapter begins with each. */
export function hasRounds(ruleset: string): boolean {
  const description = descriptionOf(ruleset);
  return !description || Object.values(description.events ?? {}).some(({ chapter }) => chapter);
}

/** What can be ordered for `seat`. */
export function orderKinds(catalog: Catalog | null, header: Following, seat: string, naming: Naming): OrderKind[] {
  const enemy = header.seats.find((each) => each.seat !== seat)?.seat ?? '';
  return (catalog?.standing_orders?.kinds ?? []).map(({ kind, pieces }) => ({
    kind,
    words: decisionWord(kind, header.ruleset),
    pieces: pieces ? piecesOf(header, pieces === 'own' ? seat : enemy) : [],
    answers: answersOf(kind, header, naming),
  }));
}

function boundsText({ at_least, at_most }: Bounds): string {
  const parts = [];
  if (at_least !== undefined) parts.push(t.orders.at_least({ n: at_least }));
  if (at_most !== undefined) parts.push(t.orders.at_most({ n: at_most }));
  return listed(parts);
}

function conditionText(condition: OrderCondition, naming: Naming): string {
  const { mine, theirs, round } = condition;
  const what = (unit: string | undefined) => (unit ? pieceWord(unit, naming) : t.orders.pieces);
  const parts = [];
  if (mine) parts.push(t.orders.if_mine({ bounds: boundsText(mine), what: what(mine.unit) }));
  if (theirs) parts.push(t.orders.if_theirs({ bounds: boundsText(theirs), what: what(theirs.unit) }));
  if (round) parts.push(t.orders.if_round({ bounds: boundsText(round) }));
  return listed(parts);
}

function playText({ for: kind, play }: StandingOrder, naming: Naming): string {
  if (play === 'default') return t.orders.play_default;
  if (Array.isArray((play as { prefer?: unknown }).prefer)) {
    return t.orders.play_prefer({ names: (play as { prefer: string[] }).prefer.map((name) => pieceWord(name, naming)).reduce((before, next) => t.orders.then({ before, next })) });
  }
  return choiceText(kind, play as JsonObject, naming);
}

export function orderText(order: StandingOrder, naming: Naming): string {
  const said = { what: capital(decisionWord(order.for, naming.ruleset)), play: playText(order, naming) };
  const condition = order.if ? conditionText(order.if, naming) : '';
  return condition ? t.orders.order_if({ ...said, condition }) : t.orders.order(said);
}
