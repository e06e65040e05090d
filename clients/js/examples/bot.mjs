// A bot that takes a seat by its link and plays it to the end:
//   node bot.mjs http://127.0.0.1:8080/b/BATTLE#TOKEN [NAME]
// Where it knows a kind of decision it draws among the choices; everything else it plays by the default.
import { Muster } from 'muster-client/node';

const link = new URL(process.argv[2]);
const battle = link.pathname.split('/').pop();
const muster = new Muster(link.origin);
const feed = muster.follow(battle, { token: link.hash.slice(1), name: process.argv[3] ?? 'Example bot' });

const any = (list) => list[Math.floor(Math.random() * list.length)];
const choices = {
  hit_class: ({ classes }) => ({ class: any(classes) }),
  remove: ({ tokens }) => ({ token: any(tokens) }),
  retreat: ({ regions }) => (regions.length > 0 && Math.random() < 0.1 ? { retreat: true, region: any(regions) } : { retreat: false }),
};

const answered = new Set();
feed.on('requests', (requests) => {
  for (const { decision, kind, options } of requests) {
    if (answered.has(decision)) continue; // a sealed one stays open until the others have chosen
    answered.add(decision);
    const choice = choices[kind]?.(options) ?? 'default';
    feed.choose(decision, choice).catch((error) => {
      if (error.refusal.code === 'illegal_choice') feed.choose(decision, 'default');
    });
  }
});

feed.on('restored', () => answered.clear());

feed.on('event', ({ event, data }) => {
  if (event === 'draw_offered') feed.answerDraw(false);
  if (event !== 'battle_ended') return;
  console.log(`${feed.header.viewer}: ${data.winner ?? 'nobody'} wins (${data.reason})`);
  muster.close();
});

await feed.ready.catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
  muster.close();
});
