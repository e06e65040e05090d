// A bot that decides, with the SDK, by the link of its seat:  node bot.mjs http://127.0.0.1:8080/b/BATTLE#TOKEN [NAME]
import { existsSync, realpathSync } from 'node:fs'; import { pathToFileURL } from 'node:url';
import { Muster, parseLink } from 'muster-client';

let chance; // of winning: the server's odds, asked before our first decision
const most = (list, worth) => list.reduce((best, each) => (worth(each) > worth(best) ? each : best));
/** How many into each, in this order; a room is how many it takes, and what each of them costs. */
const fill = (left, rooms) => rooms.map(([count, cost = 1], i, all, taken = Math.min(count, Math.floor(left / cost))) => ((left -= taken * cost), taken));
function pick(pieces, wanted, before = (a, b) => a.enhanced - b.enhanced, cost = () => 1) { // so many, the plain ones first: the good ones are for later
  const taken = fill(wanted, (pieces = [...pieces].sort(before)).map((piece) => [piece.count, cost(piece)]));
  return pieces.map(({ unit, enhanced }, i) => ({ unit, enhanced, count: taken[i] })).filter(({ count }) => count > 0);
}
const spread = ({ caps, total }, names = Object.keys(caps).sort((a, b) => caps[b] - caps[a])) => // a total over several, those with the most room first
  Object.fromEntries(fill(total, names.map((name) => [caps[name]])).map((count, i) => [names[i], count]));
/** advanced-combat says how many of each era; elsewhere we lose few for the hits, if those that take the most of them go. */
function casualties({ must_lose, candidates, hits, kept, first }) {
  if (must_lose) return { units: must_lose.flatMap(({ era, count }) => pick(candidates.filter((each) => each.era === era), count)) };
  const planes = candidates.filter((each) => first === 'aircraft' && each.class === first);
  const flying = planes.reduce((sum, { count, era }) => sum + count * era, 0) > hits + kept; // then nothing else is hit
  const before = (a, b) => (b.class === first) - (a.class === first) || b.era - a.era || a.enhanced - b.enhanced;
  return { units: pick(flying ? planes : candidates, hits + kept, before, ({ era }) => era) };
}
function lose({ units, points, city, spare }) { // worth exactly so many points: cities first, then tokens, population before armies
  const gone = fill(points, [...units.map((each) => [Number(each.city), city]), ...units.map((each) => [each.population + each.armies - (each.city ? 0 : spare)])]);
  const tokens = ({ population }, count) => ({ population: Math.min(population, count), armies: Math.max(0, count - population) });
  return { units: units.map((each, i) => ({ area: each.area, city: gone[i] > 0, ...tokens(each, gone[i + units.length]) })) };
}
function move({ step, tokens, units }) { // theatre: crowds spread in the first two steps, armies march in the third; simple-combat: the first piece goes straight on
  const going = ({ area, to, armies, population }) => ({ from: area, to: to.at(-1), ...(step === 3 ? { armies } : { population: Math.floor(population / 2) }) });
  if (tokens) return { marches: tokens.filter(({ to }) => to.length > 0).map(going) };
  const [[{ unit, at, cells }], path] = [units, []];
  for (let [x, y] = at, steps = 1; steps < 4; ++steps, path.push([x, y])) {
    y += unit.startsWith('n') ? 1 : -1; // north's pieces down the map and south's up
    if (!cells.some(([i, j, cost]) => i === x && j === y && cost === steps)) break;
  }
  return { unit, path };
}
function fire({ units }) { // each weapon at what it is likeliest to hit and to damage
  const armed = units.map(({ unit, weapons }) => ({ unit, weapons: weapons.filter(({ targets }) => targets?.length > 0) })).find(({ weapons }) => weapons.length > 0);
  return armed && { unit: armed.unit, shots: armed.weapons.map(({ weapon, targets }) => ({ weapon, target: most(targets, (each) => -each.to_hit - each.to_damage).target })) };
}
/** By kind of decision, from its options (and our chance to win). Where that is nothing, and for a kind that is missing, we play the default. */
export const decide = { move, fire, casualties, lose, faction: lose, throw: () => ({ roll: '2d6', for: 'good luck' }), agree: (options) => ({ agree: options.for !== '' }),
  wave: ({ available, size }) => ({ units: pick(available, size) }), air_support: ({ taking_part }) => ({ class: most(taking_part, (each) => each.aircraft).class }),
  retreat: ({ regions: [region] }, chance) => chance < 0.05 && region && { retreat: true, region }, withdraw: (options, chance) => ({ withdraw: chance < 0.05 }), hit_class: ({ classes }) => ({ class: classes[0] }),
  remove: ({ tokens, armies, population }) => ({ token: most(tokens, (token) => (token === 'army' ? armies : population)) }), tax: () => ({ rate: 3 }),
  build: ({ areas, treasury }) => ({ areas: fill(treasury, areas.map(({ armies }) => [armies])).map((count, i) => ({ area: areas[i].area, keep_armies: count })) }), // no ships: we don't sail
  expand: (options) => ({ areas: spread(options) }), allot: (options) => ({ seats: spread(options) }), site: ({ choices }) => ({ area: choices.at(-1) }),
  losses: ({ areas }) => ({ armies: Object.fromEntries(areas.map(({ area, armies, lost }) => [area, Math.min(armies, lost)])) }), support: ({ choices }) => choices.at(-1),
  found: ({ areas }) => ({ cities: areas.filter((each) => each.population >= each.needed).slice(0, 1).map(({ area }) => ({ area })) }), reduce: ({ areas, count }) => ({ areas: areas.slice(-count) }),
  keep: ({ choices }) => ({ faction: choices.at(-1).faction }) };

export async function play(link, name = 'Example bot') {
  const { server, battle, token } = parseLink(link) ?? {};
  if (!token) throw new Error('say the link of a seat');
  let [muster, answered, left] = [new Muster(server), new Set(), false]; // left: a table of dice, where anybody throws as long as he likes: one throw will do
  muster.on('status', (status) => status === 'waiting' && console.error(`${server}: ${muster.trouble || 'the connection ended'}; trying again`));
  const feed = muster.follow(battle, { token, name });
  async function answer({ decision, seat, kind, options, anybody }) {
    if (left || answered.has(decision)) return; // a sealed one stays open until the others have chosen
    answered.add(decision);
    chance = await (chance ??= muster.odds({ battle }, token).then((odds) => odds[seat], () => 0.5)); // nobody has odds at a table of dice
    await feed.choose(decision, decide[kind]?.(options, chance) || 'default');
    if ((left = anybody === true)) await feed.concede();
  }
  const fail = (error, kind) => {
    if (left || ['stale_decision', 'battle_over'].includes(error.refusal?.code)) return; // somebody else was faster: we are asked anew
    console.error(error.refusal ? `${kind ? `${kind} refused: ` : ''}${error.message}` : error.stack); // a stack is a mistake of ours
    process.exitCode = 1;
    muster.close();
  };
  feed.on('requests', (requests) => requests.forEach((request) => answer(request).catch((error) => fail(error, request.kind))));
  feed.on('restored', () => answered.clear());
  try {
    for await (const { event, data } of feed) if (event === 'battle_ended') console.log(`${data.winner ?? 'nobody'} wins (${data.reason})`);
  } catch (error) { fail(error); } finally { muster.close(); }
}
const [, program = '/', link = '', name] = process.argv;
if (existsSync(program) && pathToFileURL(realpathSync(program)).href === import.meta.url) await play(link, name).catch(({ message }) => process.exit(console.error(message) ?? 1));
