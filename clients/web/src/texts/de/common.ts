import type en from '../en/common';

const texts: typeof en = {
  app: 'Muster',
  tagline: 'Die Schlacht eures Brettspiels, ausgefochten über einen Link.',
  skip: 'Zum Inhalt springen',
  nav: { label: 'Seiten', home: 'Start', start: 'Schlacht beginnen', archive: 'Schlachten', rules: 'Regeln' },
  language: 'Sprache',
  theme: { label: 'Hell oder dunkel', auto: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  attacker: 'Angreifer',
  defender: 'Verteidiger',
  north: 'Norden',
  south: 'Süden',
  nobody: 'Niemand',
  spectator: 'Zuschauer',
  you: 'du',
  enhanced: 'verbessert',
  lost: 'verloren',
  block: (name: string, count: number | undefined, enhanced: boolean, lost: boolean) =>
    [count === undefined ? name : `${count} × ${name}`, ...(enhanced ? ['verbessert'] : []), ...(lost ? ['verloren'] : [])].join(', '),
  loading: 'Einen Moment …',
  retry: 'Noch einmal versuchen',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  offline: 'Keine Verbindung. Nichts geht verloren; es wird weiter versucht …',
  online: 'Wieder verbunden.',
  unreachable: 'Der Server ist nicht zu erreichen. Nichts ist verloren; versuche es gleich noch einmal.',
  footer: { made: 'Muster: ehrliche Würfel für die Schlachten eurer Brettspiele. Freie Software, ohne Konten, ohne Verfolger.', dice: 'Wie die Würfel bewiesen werden' },
  not_found: 'Unter dieser Adresse ist nichts.',
  server_old: 'Der Server hat eine andere Version als diese Seite. Lade die Seite neu; hilft das nicht, frage den Betreiber.',
  missing: (what: string) => `Ein Teil dieser Seite ließ sich nicht laden (${what}). Lade sie neu oder frage den Betreiber.`,
};
export default texts;
