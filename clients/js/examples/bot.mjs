// A bot that decides, with the SDK, by the link of its seat:  node bot.mjs http://127.0.0.1:8080/b/BATTLE#TOKEN [NAME]
// Here is how it plays, and what it chooses where that is short; fights.mjs and campaign.mjs have the rest.
import { existsSync, realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Muster, parseLink } from 'muster-client';

import { campaign, march } from './campaign.mjs';
import { advance, casualties, fire, most, pick } from './fights.mjs';

let chance; // of winning: the server's odds, asked before our first decision

/** By kind of decision a choice, from its options, the default and our chance to win. A missing kind: the default. */
export const decide = {
  wave: ({ available, size }) => ({ units: pick(available, size) }),
  air_support: ({ taking_part }) => ({ class: most(taking_part, ({ aircraft }) => aircraft).class }),
  casualties,
  withdraw: (options, usual, chance) => ({ withdraw: chance < 0.05 }),
  hit_class: ({ classes }) => ({ class: classes[0] }),
  retreat: ({ regions: [region] }, usual, chance) => (chance < 0.05 && region ? { retreat: true, region } : usual),
  move: (options) => (options.tokens ? march(options) : advance(options)), // of theatre, and of simple-combat
  fire,
  remove: (o) => ({ token: most(o.tokens, (each) => (each === 'army' ? o.armies : o.population)) }),
  throw: () => ({ roll: '2d6', for: 'good luck' }),
  agree: (options) => ({ agree: options.for !== '' }),
  ...campaign,
};
export const choose = ({ kind, options, default: usual }, chance) => decide[kind]?.(options, usual, chance) ?? usual;

export async function play(link, name = 'Example bot') {
  const { server, battle, token } = parseLink(link) ?? {};
  if (!token) throw new Error('say the link of a seat');
  const muster = new Muster(server);
  const feed = muster.follow(battle, { token, name });
  const answered = new Set();
  let left = false; // a table of dice, where anybody throws as long as he likes: one throw will do
  muster.on('status', (status) => {
    if (status === 'waiting') console.error(`${server}: ${muster.trouble || 'the connection ended'}; trying again`);
  });
  async function answer(request) {
    const { decision, seat, anybody } = request;
    if (left || answered.has(decision)) return; // a sealed one stays open until the others have chosen
    answered.add(decision);
    chance ??= muster.odds({ battle }, token).then((odds) => odds[seat], () => 0.5); // a table of dice has no odds
    await feed.choose(decision, choose(request, await chance));
    if (!anybody) return;
    left = true;
    await feed.concede();
  }
  function fail(error, kind) {
    if (left || ['stale_decision', 'battle_over'].includes(error.refusal?.code)) return; // too late: we are asked anew
    if (!error.refusal) console.error(error.stack); // a mistake of ours
    else console.error(kind ? `${kind} refused: ${error.message}` : error.message);
    process.exitCode = 1;
    muster.close();
  }
  feed.on('requests', (requests) => {
    for (const request of requests) answer(request).catch((error) => fail(error, request.kind));
  });
  feed.on('restored', () => answered.clear());
  try {
    for await (const { event, data } of feed)
      if (event === 'battle_ended') console.log(`${data.winner ?? 'nobody'} wins (${data.reason})`);
  } catch (error) {
    fail(error);
  } finally {
    muster.close();
  }
}

const [, program = '/', link = '', name] = process.argv;
if (existsSync(program) && pathToFileURL(realpathSync(program)).href === import.meta.url) { // we are it, not imported
  await play(link, name).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
