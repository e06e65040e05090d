import { count } from '../count';
import type en from '../en/clock';

const texts: typeof en = {
  days: (n) => count(n, 'Tag', 'Tage'),
  hours: (n) => count(n, 'Stunde', 'Stunden'),
  minutes: (n) => count(n, 'Minute', 'Minuten'),
  seconds: (n) => count(n, 'Sekunde', 'Sekunden'),
  days_hours: (days, hours) => (hours > 0 ? `${count(days, 'Tag', 'Tage')} ${hours} h` : count(days, 'Tag', 'Tage')),

  heading: 'Die Uhr',
  modes: {
    none: { name: 'Keine Uhr', note: 'Jeder nimmt sich die Zeit, die er braucht.' },
    live: { name: 'Live', note: 'Beide sitzen jetzt am Bildschirm.' },
    correspondence: { name: 'Fernpartie', note: 'So viele Tage für jede Entscheidung.' },
  },
  preset: 'Tempo',
  presets: { quick: '5 Minuten + 5 s', usual: '10 Minuten + 10 s', slow: '30 Minuten + 30 s', own: 'eigenes' },
  bank_minutes: 'Minuten für die ganze Schlacht',
  increment_seconds: 'Sekunden mehr nach jeder Entscheidung',
  decision_minutes: 'Minuten höchstens für eine Entscheidung (leer: solange die Zeit reicht)',
  gone_seconds: 'Sekunden, die jemand fort sein darf, bevor der andere die Schlacht beenden darf',
  per_decision: 'Zeit für jede Entscheidung',
  on_timeout: 'Wenn die Zeit um ist',
  on_timeouts: {
    default: { name: 'Der Vorschlag wird gespielt', note: 'Die Schlacht geht weiter.' },
    forfeit: { name: 'Die Schlacht ist verloren', note: 'Die andere Seite gewinnt.' },
  },

  live_terms: (bank, increment) => (increment ? `je ${bank}, ${increment} mehr nach jeder Entscheidung` : `je ${bank}`),
  decision_terms: (most) => `höchstens ${most} für eine Entscheidung`,
  correspondence_terms: (time) => `${time} für jede Entscheidung`,
  timeout_default: 'ist die Zeit um, wird der Vorschlag gespielt',
  timeout_forfeit: 'ist die Zeit um, ist die Schlacht verloren',

  runs: (time) => `Zeit übrig: ${time}`,
  stands: (time) => `Zeit übrig, sobald wieder gefragt wird: ${time}`,
  bank: (time) => `von insgesamt ${time}`,
  deadline: (at) => `Entscheide bis ${at}.`,
  reminder: (time) => `Eine Entscheidung wartet auf dich; dafür bleiben noch ${time}.`,
  short: (time) => `Deine Zeit wird knapp: noch ${time}.`,
  absence: 'Der andere Spieler ist fort',
  gone: (who) => `${who} ist fort. Du kannst warten, oder die Schlacht beenden, wenn die Zeit dafür gekommen ist.`,
  gone_long: (who) => `${who} ist lange fort.`,
  claimable_in: (time) => `Du darfst die Schlacht in ${time} für dich beanspruchen.`,
  not_asked: (who) => `Du darfst die Schlacht beanspruchen, sobald sie auf ${who} wartet.`,
  claim: 'Schlacht beanspruchen',
  late: 'Zu spät',
  late_text: (who) => `${who}: Zeit abgelaufen`,
};

export default texts;
