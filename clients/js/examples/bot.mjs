// A bot that takes a seat by its link and plays it to the end:
//   node bot.mjs http://127.0.0.1:8080/b/BATTLE#TOKEN [NAME]
// Where it knows a kind of decision it draws among the choices; everything else it plays by the default.
import { Muster, parseLink } from 'muster-client';

const link = parseLink(process.argv[2] ?? '');
if (!link) {
  console.error('say the link of a seat');
  process.exit(1);
}
const { server, battle, token } = link;
const muster = new Muster(server);
const feed = muster.follow(battle, { token, name: process.argv[3] ?? 'Example bot' });

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

try {
  for await (const { event } of feed) if (event === 'draw_offered') feed.answerDraw(false);
  const { winner, reason } = await feed.over;
  console.log(`${feed.header.viewer}: ${winner ?? 'nobody'} wins (${reason})`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
muster.close();
