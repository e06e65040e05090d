// Battles with shared dice for tests, and a connection that can be tampered with.
import assert from 'node:assert/strict';

import { WebSocket, connect, ended, newBattle, playDefaults, refusedAs } from './support.mjs';

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

/** At a table of dice all throw at every chance, until as many throws as it has were made: of each chance only one comes in time. */
export async function throwAtOnce(feeds) {
  let late = 0;
  const throws = (feed, i) => (requests) =>
    requests.forEach(({ decision }) => feed.choose(decision, { roll: `${i + 1}d6`, for: `hill ${decision}` }).catch((error) => assert.ok((refusedAs('stale_decision')(error) || refusedAs('battle_over')(error)) && ++late)));
  for (const [i, feed] of feeds.entries()) {
    throws(feed, i)(feed.requests);
    feed.on('requests', throws(feed, i));
  }
  await Promise.all(feeds.map(ended));
  await Promise.all(feeds.map((feed) => feed.settled()));
  assert.ok(late > 0);
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
