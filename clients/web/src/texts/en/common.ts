import type { Code } from 'muster-client';

export default {
  app: 'Muster',
  tagline: 'Fight the battle of your board game by a link.',
  skip: 'Skip to the content',
  nav: { label: 'Pages', home: 'Home', start: 'Start a battle', archive: 'Battles', rules: 'Rules' },
  ways_on: 'Ways on',
  language: 'Language',
  theme: { label: 'Light or dark', auto: 'As the device', light: 'Light', dark: 'Dark' },
  attacker: 'Attacker',
  defender: 'Defender',
  north: 'North',
  south: 'South',
  nobody: 'Nobody',
  /** the server's own players, wherever one is named */
  bots: { best: 'The server, at its best', listed: 'The server, by the list', random: 'The server, at random' } as Record<string, string>,
  bot_side: (side: string) => `${side} (the server)`,
  block: (name: string, count: number | undefined, enhanced: boolean, lost: boolean) =>
    [count === undefined ? name : `${count} × ${name}`, ...(enhanced ? ['enhanced'] : []), ...(lost ? ['lost'] : [])].join(', '),
  loading: 'One moment …',
  retry: 'Try again',
  copied: 'Copied',
  copy_by_hand: 'It is marked: copy it by hand.',
  offline: 'No connection. Nothing is lost; trying again …',
  online: 'Connected again.',
  /** What the server's own sentences need no words for stays out: they are English. */
  refusals: {
    unreachable: 'The server cannot be reached. Nothing is lost; try again in a moment.',
    history_restored: 'The server has gone back to an older copy of this battle, so this was not done.',
  } as Partial<Record<Code, string>>,
  footer: { made: 'Muster: fair dice for the battles of your board games. Free software, without accounts and without trackers.', dice: 'How the dice are proved' },
  not_found: 'There is nothing at this address.',
  not_found_text: 'Perhaps a link was cut off on its way. The battles of this device stand on the first page.',
  server_old: 'The server is of another version than this page. Reload the page; if that does not help, ask who runs the server.',
  missing: (what: string) => `A part of this page could not be loaded (${what}). Reload it, or ask who runs the server.`,
};
