// A bot that decides, with the SDK. It takes a seat by its link and plays it to the end:
//   node bot.mjs http://127.0.0.1:8080/b/BATTLE#TOKEN [NAME]
import { Muster, parseLink } from 'muster-client';

const { server, battle, token } = parseLink(process.argv[2] ?? '') ?? {};
if (!token) throw new Error('say the link of a seat');
const muster = new Muster(server);
const feed = muster.follow(battle, { token, name: process.argv[3] ?? 'Example bot' });
let chance; // of winning: the server's odds, asked before our first decision

const most = (list, worth) => list.reduce((best, each) => (worth(each) > worth(best) ? each : best));

/** So many pieces, the plain ones first: the good ones are for later. */
const pick = (pieces, wanted) =>
  [...pieces].sort((a, b) => a.enhanced - b.enhanced).flatMap(({ unit, enhanced, count }) => {
    const taken = Math.min(count, wanted);
    wanted -= taken;
    return taken > 0 ? [{ unit, enhanced, count: taken }] : [];
  });

/** A total over several, those with the most room first. */
const spread = ({ caps, total }) =>
  Object.fromEntries(Object.entries(caps).sort(([, a], [, b]) => b - a).map(([name, cap]) => [name, Math.min(cap, total), (total -= Math.min(cap, total))]));

/** In theatre crowds spread in the first two steps and armies march in the third; in simple-combat the first piece goes straight on. */
function move({ step, tokens, units }) {
  const going = ({ area, to, armies, population }) => ({ from: area, to: to.at(-1), ...(step === 3 ? { armies } : { population: Math.floor(population / 2) }) });
  if (tokens) return { marches: tokens.filter(({ to }) => to.length > 0).map(going) };
  const [{ unit, at, cells }] = units;
  const path = [];
  for (let [x, y] = at, steps = 1; steps < 4; ++steps, path.push([x, y])) {
    y += unit.startsWith('n') ? 1 : -1; // north's pieces down the map and south's up
    if (!cells.some(([i, j, cost]) => i === x && j === y && cost === steps)) break;
  }
  return { unit, path };
}

/** Each weapon at what it is likeliest to hit and to damage. */
function fire({ units }) {
  const armed = units.map(({ unit, weapons }) => ({ unit, weapons: weapons.filter(({ targets }) => targets?.length > 0) })).find(({ weapons }) => weapons.length > 0);
  const target = (targets) => most(targets, ({ to_hit, to_damage }) => -to_hit - to_damage).target;
  return armed && { unit: armed.unit, shots: armed.weapons.map(({ weapon, targets }) => ({ weapon, target: target(targets) })) };
}

/** By kind of decision, from its options. Where that is nothing, and for a kind that is missing, we play the default. */
const decide = { move, fire, throw: () => ({ roll: '2d6', for: 'good luck' }), agree: () => ({ agree: true }),
  wave: ({ available, size }) => ({ units: pick(available, size) }),
  casualties: ({ must_lose, candidates }) => must_lose && { units: must_lose.flatMap(({ era, count }) => pick(candidates.filter((each) => each.era === era), count)) },
  air_support: ({ taking_part }) => ({ class: most(taking_part, ({ aircraft }) => aircraft).class }), hit_class: ({ classes }) => ({ class: classes[0] }),
  retreat: ({ regions: [region] }) => chance < 0.05 && region && { retreat: true, region }, withdraw: () => ({ withdraw: chance < 0.05 }),
  remove: ({ tokens, armies, population }) => ({ token: most(tokens, (token) => (token === 'army' ? armies : population)) }), tax: () => ({ rate: 3 }),
  expand: (options) => ({ areas: spread(options) }), allot: (options) => ({ seats: spread(options) }), site: ({ choices }) => ({ area: choices.at(-1) }),
  losses: ({ areas }) => ({ armies: Object.fromEntries(areas.map(({ area, armies, lost }) => [area, Math.min(armies, lost)])) }), support: ({ choices }) => choices.at(-1),
  found: ({ areas: [{ area }] }) => ({ cities: [{ area }] }), reduce: ({ areas, count }) => ({ areas: areas.slice(0, count) }),
  keep: ({ choices }) => ({ faction: choices.at(-1).faction }) };

const answered = new Set();
let left = false; // a table of dice, where anybody throws as long as he likes: one throw will do
async function answer({ decision, seat, kind, options, anybody }) {
  if (left || answered.has(decision)) return; // a sealed one stays open until the others have chosen
  answered.add(decision);
  chance ??= muster.odds({ battle }, token).then((odds) => odds[seat], () => 0.5); // nobody has odds at a table of dice
  chance = await chance;
  await feed.choose(decision, decide[kind]?.(options) || 'default');
  left = anybody === true;
  if (left) await feed.concede();
}
const fail = (error) => {
  if (left || ['stale_decision', 'battle_over'].includes(error.refusal?.code)) return; // somebody else was faster: we are asked anew
  console.error(error.message);
  process.exitCode = 1;
  muster.close();
};
feed.on('requests', (requests) => requests.forEach((request) => answer(request).catch(fail)));
feed.on('restored', () => answered.clear());
try {
  for await (const { event, data } of feed) if (event === 'battle_ended') console.log(`${data.winner ?? 'nobody'} wins (${data.reason})`);
} catch (error) { fail(error); }
muster.close();
