// Battles with shared dice for tests, and a connection that can be tampered with.
import { WebSocket, connect, ended, newBattle, playDefaults } from './support.mjs';

/** A battle of the ruleset with shared dice, and both its players. */
export async function sharedBattle(t, server, ruleset, { setup, options = {}, seats, musters } = {}) {
  const players = musters ?? [connect(t, server), connect(t, server)];
  const question = { options: { ...options, dice: 'shared' }, ...(setup && { setup }), ...(seats && { seats }) };
  const { battle, tokens } = await newBattle(players[0], ruleset, question);
  const feeds = Object.values(tokens).map((token, i) => players[i].follow(battle, { token }));
  return { battle, tokens, musters: players, feeds };
}

export async function playOut(feeds) {
  feeds.forEach((feed) => playDefaults(feed));
  await Promise.all(feeds.map(ended));
  await Promise.all(feeds.map((feed) => feed.settled()));
}

/**
 * A WebSocket whose messages go through `told` (from the server) and `sent` (to it): each gives what goes on instead, or null for nothing.
 */
export function tampered({ told = (message) => message, sent = (message) => message }) {
  return class extends WebSocket {
    set onmessage(handler) {
      super.onmessage = handler && (({ data }) => {
        const message = told(JSON.parse(data), this);
        if (message) handler({ data: JSON.stringify(message) });
      });
    }
    send(text) {
      const message = sent(JSON.parse(text), this);
      if (message) super.send(JSON.stringify(message));
    }
  };
}
