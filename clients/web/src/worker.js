// The service worker: shows a notification when the server says that it is somebody's turn, though no page is open; and hands a link that the
// device shares (app.webmanifest) to the page by the fragment, so that a seat's token in it is sent to nobody. It keeps nothing and touches no other
// request. Its address names the language that the person chose (?lang=de). It is one file, /sw.js, with its few texts in
// every language (worker_plugin.mjs), since it may be woken when no server can be reached.
import texts from 'virtual:texts/*/worker';

const wanted = new URL(self.location.href).searchParams.get('lang');
const language = Object.hasOwn(texts, wanted) ? wanted : 'en';
const words = texts[language];
const listedMax = 4;

const nameOf = (turn) => turn.title || turn.ruleset;

function lineOf(turn) {
  if (!turn.deadline) return nameOf(turn);
  const when = new Date(turn.deadline).toLocaleString(language, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  return words.until({ battle: nameOf(turn), when });
}

function notificationOf({ turns, more }) {
  const look = { icon: '/icon.svg', lang: language };
  if (turns.length === 1 && more === 0) {
    const [turn] = turns;
    return [turn.reminder ? words.reminder : words.turn, { ...look, body: lineOf(turn), tag: turn.battle, data: `/b/${turn.battle}` }];
  }
  const lines = turns.slice(0, listedMax).map(lineOf);
  const rest = turns.length - lines.length + more;
  if (rest > 0) lines.push(words.more({ n: rest }));
  const battles = new Set(turns.map(({ battle }) => battle));
  const where = battles.size === 1 && more === 0 ? `/b/${turns[0].battle}` : '/';
  return [words.several({ n: turns.length + more }), { ...look, body: lines.join('\n'), tag: 'muster', data: where }];
}

self.addEventListener('fetch', (event) => {
  const { origin, pathname, search } = new URL(event.request.url);
  if (origin === self.location.origin && pathname === '/open' && search) event.respondWith(Response.redirect(`/open#${search.slice(1)}`));
});

self.addEventListener('push', (event) => {
  event.waitUntil(self.registration.showNotification(...notificationOf(event.data.json())));
});

// The page that is open already is taken to the front; without one a new one opens.
async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
