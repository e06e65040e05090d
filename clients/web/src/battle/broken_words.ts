// What a server does against its word while a battle goes on, in the language of the person.
import type { Problem, ProblemSentences } from 'muster-client';

import { t } from '../lib/i18n.svelte';

type Live = 'other_start' | 'other_seat' | 'head_not_signed' | 'two_heads' | 'went_back' | 'step_skipped' | 'other_inputs' | 'other_events' | 'other_seal' | 'other_story' | 'used_ladder';

/** Those that a record can show too are told there in the same words. */
export function brokenSentences(): Pick<ProblemSentences, Live> {
  const words = t.broken;
  return {
    other_start: (kept, now) => words.other_start({ kept, now }),
    other_seat: (kept, now) => words.other_seat({ kept, now }),
    head_not_signed: (input) => words.head_not_signed({ input }),
    two_heads: (input) => words.two_heads({ input }),
    went_back: (kept, now) => words.went_back({ kept, now }),
    step_skipped: (asked, before) => words.step_skipped({ asked, before }),
    other_inputs: (step) => words.other_inputs({ step }),
    other_events: (step) => words.other_events({ step }),
    other_seal: (decision) => words.other_seal({ decision }),
    other_story: (after, seq) => words.other_story({ after, seq }),
    used_ladder: () => words.used_ladder,
  };
}

export function brokenText({ kind, values, message }: Problem): string {
  const sentences: Partial<Record<string, (...values: never[]) => string>> = brokenSentences();
  return sentences[kind]?.(...(values as never[])) ?? message;
}
