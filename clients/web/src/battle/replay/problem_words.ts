// What is wrong with a record, in the language of the person.
import { type Problem, type ProblemSentences, told } from 'muster-client';
import { t } from '../../lib/i18n.svelte';
import { known } from '../../lib/known';

type Expected = keyof typeof t.replay.verify.expected_words;

/** What a verifier calls what it expects. */
const expected: Record<string, Expected> = {
  'a text': 'text',
  'an integer': 'integer',
  'an object': 'object',
  'a list': 'list',
  'a group of dice': 'dice',
  'a number from 1 to 6': 'face',
  '64 hex digits': 'digest',
};

export function problemText(problem: Problem): string {
  const { problems: words, expected_words } = t.replay.verify;
  const expectedText = (what: string) => {
    const kind = known(expected, what);
    return kind ? expected_words[kind] : what;
  };
  const sentences: ProblemSentences = {
    no_record: () => words.no_record,
    expected: (what) => words.expected({ what: expectedText(what) }),
    differs: (recorded, due) => words.differs({ recorded, due }),
    secret_kept: () => words.secret_kept,
    other_secret: () => words.other_secret,
    other_chain: () => words.other_chain,
    no_beginning: () => words.no_beginning,
    gap: (missing) => words.gap({ missing }),
    no_input: (seq, event) => words.no_input({ seq, event }),
    after_the_end: () => words.after_the_end,
    not_allowed: (kind) => words.not_allowed({ kind }),
    no_cause: (reason) => words.no_cause({ reason }),
    not_shown: () => words.not_shown,
    other_event: (due, recorded) => words.other_event({ due, recorded }),
    no_seat: (seat) => words.no_seat({ seat }),
    other_roll: (roll) => words.other_roll({ roll }),
    other_die: (seq, recorded, due) => words.other_die({ seq, recorded, due }),
    no_end: () => words.no_end,
    begun: (times, due) => words.begun({ times, due }),
  };
  return told(problem, sentences);
}
