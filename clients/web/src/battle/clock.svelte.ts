// A battle's clocks, ticking. The server says until when each decision may wait, by its own time; what this device thinks of the
// time does not matter.
import type { ClockState, JsonObject } from 'muster-client';
import { day, durationText, minute, readDuration, second } from '../lib/durations';
import { t } from '../lib/i18n.svelte';
import { isObject } from 'muster-client/table';

export interface ClockTerms {
  mode: 'live' | 'correspondence';
  /** live: for the whole battle; else for each decision */
  time: number;
  increment: number;
  /** null: as long as the bank lasts */
  decisionMax: number | null;
  disconnected: number;
  forfeit: boolean;
}

/** What was agreed on; null: this battle has no clock. */
export function termsOf(options: JsonObject): ClockTerms | null {
  const { clock } = options;
  if (!isObject(clock)) return null;
  const forfeit = options.on_timeout === 'forfeit';
  if (clock.mode === 'correspondence') return { mode: 'correspondence', time: readDuration(clock.per_decision) ?? day, increment: 0, decisionMax: null, disconnected: 0, forfeit };
  return {
    mode: 'live',
    time: readDuration(clock.bank) ?? 0,
    increment: readDuration(clock.increment) ?? 0,
    decisionMax: readDuration(clock.decision_max),
    disconnected: readDuration(clock.disconnected) ?? minute,
    forfeit,
  };
}

export function termsText(terms: ClockTerms): string {
  const { mode, time, increment, decisionMax, forfeit } = terms;
  const bank = durationText(time);
  const live = () => (increment > 0 ? t.clock.live_terms_more({ bank, increment: durationText(increment) }) : t.clock.live_terms({ bank }));
  const parts = [mode === 'live' ? live() : t.clock.correspondence_terms({ time: bank })];
  if (decisionMax !== null) parts.push(t.clock.decision_terms({ most: durationText(decisionMax) }));
  return [...parts, forfeit ? t.clock.timeout_forfeit : t.clock.timeout_default].reduce((before, next) => t.common.clauses({ before, next }));
}

/** One seat's time, now. */
export interface SeatTime {
  /** until its decision must be made; null: nothing is asked of it */
  left: number | null;
  /** live: what it has for the rest of the battle, where that is not what runs now */
  bank: number | null;
  short: boolean;
  /** until the other seat may claim the battle; null: it is here */
  claimable: number | null;
}

const shortShare = 0.2;
const shortLive = 30 * second; // of a live clock's fifth no more than this

export class Clocks {
  private state = $state.raw<ClockState | null>(null);
  private now = $state(Date.now());
  private ahead = 0; // of the server's time before this device's
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly terms: ClockTerms | null) {}

  /** The server has told how the time stands. */
  tell(state: ClockState): void {
    this.ahead = Date.parse(state.now) - Date.now();
    this.state = state;
    this.now = Date.now();
    clearInterval(this.timer);
    const runs = state.seats.some((each) => each.deadline !== null || each.claimable_at !== undefined);
    if (runs) this.timer = setInterval(() => (this.now = Date.now()), second / 4);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  seat(seat: string): SeatTime | null {
    const told = this.state?.seats.find((each) => each.seat === seat);
    if (!told || !this.terms) return null;
    const { mode, time, decisionMax } = this.terms;
    const until = (at: string | null | undefined) => (at ? Math.max(0, Date.parse(at) - this.ahead - this.now) : null);
    const left = until(told.deadline);
    const bank = mode === 'live' && (left === null || decisionMax !== null) ? (told.bank_ms ?? null) : null;
    const limit = mode === 'live' ? Math.min(shortLive, (decisionMax ?? time) * shortShare) : time * shortShare;
    return { left, bank, short: left !== null && left <= limit, claimable: until(told.claimable_at) };
  }
}
