// Clocks: choosing one, and what it shows in a battle.
import { count } from '../count';

export default {
  days: (n: number) => count(n, 'day', 'days'),
  hours: (n: number) => count(n, 'hour', 'hours'),
  minutes: (n: number) => count(n, 'minute', 'minutes'),
  seconds: (n: number) => count(n, 'second', 'seconds'),
  days_hours: (days: number, hours: number) => (hours > 0 ? `${count(days, 'day', 'days')} ${hours} h` : count(days, 'day', 'days')),

  // ---- at /new ----
  heading: 'The clock',
  modes: {
    none: { name: 'No clock', note: 'Everybody takes the time they need.' },
    live: { name: 'Live', note: 'Both sit at their screens now.' },
    correspondence: { name: 'By correspondence', note: 'So many days for each decision.' },
  },
  preset: 'Pace',
  presets: { quick: '5 minutes + 5 s', usual: '10 minutes + 10 s', slow: '30 minutes + 30 s', own: 'my own' },
  bank_minutes: 'Minutes for the whole battle',
  increment_seconds: 'Seconds more after each decision',
  decision_minutes: 'Minutes for one decision at most (empty: as long as the time lasts)',
  gone_seconds: 'Seconds that somebody may be gone before the other may end the battle',
  per_decision: 'Time for each decision',
  on_timeout: 'When the time is up',
  on_timeouts: {
    default: { name: 'The default is played', note: 'The battle goes on.' },
    forfeit: { name: 'The battle is lost', note: 'The other side wins.' },
  },

  // ---- what was agreed on ----
  live_terms: (bank: string, increment: string | null) => (increment ? `${bank} each, ${increment} more after each decision` : `${bank} each`),
  decision_terms: (most: string) => `${most} for one decision at most`,
  correspondence_terms: (time: string) => `${time} for each decision`,
  timeout_default: 'when the time is up the default is played',
  timeout_forfeit: 'when the time is up the battle is lost',

  // ---- in a battle ----
  runs: (time: string) => `Time left: ${time}`,
  stands: (time: string) => `Time left when it is asked again: ${time}`,
  bank: (time: string) => `of ${time} in all`,
  deadline: (at: string) => `Decide until ${at}.`,
  reminder: (time: string) => `A decision waits for you; ${time} are left for it.`,
  short: (time: string) => `Your time runs short: ${time} left.`,
  absence: 'The other player is gone',
  gone: (who: string) => `${who} is gone. You may wait, or end the battle when the time for it has come.`,
  gone_long: (who: string) => `${who} is gone for long.`,
  claimable_in: (time: string) => `You may claim the battle in ${time}.`,
  not_asked: (who: string) => `You may claim the battle as soon as it waits for ${who}.`,
  claim: 'Claim the battle',
  late: 'Too late',
  late_text: (who: string) => `${who} ran out of time`,
};
