// What is wrong with a record, in the language of the person.
import { type Problem, type ProblemSentences, told } from 'muster-client';
import { t } from '../../lib/i18n.svelte';
import { known } from '../../lib/known';
import { faultText } from '../../start/faults';
import { brokenSentences } from '../broken_words';
import { worded } from '../naming';

type Expected = keyof typeof t.replay.verify.expected_words;

/** What a verifier calls what it expects. */
const expected: Record<string, Expected> = {
  'an object': 'object',
  'a list': 'list',
  'a group of dice': 'dice',
  'a number from 1 to 6': 'face',
  '64 hex digits': 'digest',
  '130 hex digits': 'key',
  'a key: 130 hex digits, the first of them 04': 'point',
};

export function problemText(problem: Problem): string {
  const { problems: words, expected_words } = t.replay.verify;
  const expectedText = (what: string) => {
    const kind = known(expected, what);
    return kind ? expected_words[kind] : what;
  };
  const sentences: ProblemSentences = {
    no_json: () => words.no_json,
    no_record: () => words.no_record,
    inexact: () => words.inexact,
    misshapen: (why) => faultText(why, t.faults),
    says_nothing: () => words.says_nothing,
    expected: (what) => words.expected({ what: expectedText(what) }),
    unknown_field: () => words.unknown_field,
    differs: (recorded, due) => words.differs({ recorded, due }),
    secret_kept: () => words.secret_kept,
    other_secret: () => words.other_secret,
    other_chain: () => words.other_chain,
    other_shown: () => words.other_shown,
    not_signed: () => words.not_signed,
    no_beginning: () => words.no_beginning,
    gap: (missing) => words.gap({ missing }),
    no_input: (seq, event) => words.no_input({ seq, event }),
    after_the_end: () => words.after_the_end,
    not_allowed: (kind) => words.not_allowed({ kind }),
    out_of_place: (event) => words.out_of_place({ event }),
    no_cause: (reason) => words.no_cause({ reason }),
    not_shown: () => words.not_shown,
    other_event: (due, recorded) => words.other_event({ due, recorded }),
    no_seat: (seat) => words.no_seat({ seat }),
    other_roll: (roll) => words.other_roll({ roll }),
    other_die: (seq, recorded, due) => words.other_die({ seq, recorded, due }),
    no_shares: () => words.no_shares,
    other_rung: () => words.other_rung,
    not_sealed: () => words.not_sealed,
    other_opening: () => words.other_opening,
    not_of_two: () => words.not_of_two,
    no_witness: () => words.no_witness,
    no_share_of_witness: () => words.no_share_of_witness,
    other_rung_of_witness: () => words.other_rung_of_witness,
    not_of_witness: () => words.not_of_witness,
    no_key: () => words.no_key,
    not_of_seat: () => words.not_of_seat,
    no_end: () => words.no_end,
    ...brokenSentences(),
    other_history: (seq, input) => words.other_history({ seq, input }),
    other_nonce: (seq, input, kept, recorded) => words.other_nonce({ seq, input, kept, recorded }),
    other_ladder: (seq, input, recorded) => words.other_ladder({ seq, input, recorded }),
    other_key: (seq, input, recorded) => words.other_key({ seq, input, recorded }),
    other_choice: (seq, input, sent, recorded) => words.other_choice({ seq, input, sent, recorded }),
    not_sent: (seq, input, kind) => words.not_sent({ seq, input, kind: worded(kind) }),
    not_recorded: (decision, kind) => words.not_recorded({ decision, kind: worded(kind) }),
  };
  return told(problem, sentences);
}
