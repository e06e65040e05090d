// The clock that somebody chooses for a battle, as the fields of the page have it.
import type { ClockOptions, OnTimeout } from 'muster-client';

import { day, minute, second, writeDuration } from '../lib/durations';

export type ClockMode = 'none' | 'live' | 'correspondence';

export type ClockDraft = {
  mode: ClockMode;
  bankMinutes: number;
  incrementSeconds: number;
  /** null: as long as the bank lasts */
  decisionMinutes: number | null;
  goneSeconds: number;
  perDecisionDays: number;
  onTimeout: OnTimeout;
};

export const presets = {
  quick: { bankMinutes: 5, incrementSeconds: 5 },
  usual: { bankMinutes: 10, incrementSeconds: 10 },
  slow: { bankMinutes: 30, incrementSeconds: 30 },
} as const;
export type Preset = keyof typeof presets;
export const perDecisionDays = [1, 3, 7] as const;

export const freshClock: ClockDraft = { mode: 'none', ...presets.usual, decisionMinutes: null, goneSeconds: 60, perDecisionDays: 3, onTimeout: 'default' };

/** Which pace that is; null: one of the person's own. */
export function presetOf(clock: ClockDraft): Preset | null {
  const same = (name: Preset) => presets[name].bankMinutes === clock.bankMinutes && presets[name].incrementSeconds === clock.incrementSeconds;
  return (Object.keys(presets) as Preset[]).find(same) ?? null;
}

export function clockOptionsOf(clock: ClockDraft): { clock: ClockOptions; on_timeout: OnTimeout } | Record<string, never> {
  const { mode, onTimeout: on_timeout } = clock;
  if (mode === 'none') return {};
  if (mode === 'correspondence') return { clock: { mode, per_decision: writeDuration(clock.perDecisionDays * day) }, on_timeout };
  return {
    clock: {
      mode,
      bank: writeDuration(clock.bankMinutes * minute),
      increment: writeDuration(clock.incrementSeconds * second),
      ...(clock.decisionMinutes === null ? {} : { decision_max: writeDuration(clock.decisionMinutes * minute) }),
      disconnected: writeDuration(clock.goneSeconds * second),
    },
    on_timeout,
  };
}

/** So long for each answer and no longer; what is not answered is the default. The bank is never what ends it. */
export function answerClock(seconds: number): { clock: ClockOptions; on_timeout: OnTimeout } {
  const each = writeDuration(seconds * second);
  return { clock: { mode: 'live', bank: writeDuration(day), increment: each, decision_max: each }, on_timeout: 'default' };
}
