// What is wrong with a record, or with what a server says: where, and a sentence of a fixed kind, so that pages can say it in their own language.

const step = (seq: number, input: number) => `step ${seq} (input ${input}): `;

const sentences = {
  no_json: () => 'this is no JSON that a record could be of',
  no_record: () => 'a record is an object',
  inexact: () => 'expected an integer from -9007199254740991 to 9007199254740991',
  misshapen: (why: string) => why,
  says_nothing: () => 'this says nothing; it must be left out',
  expected: (what: string) => `expected ${what}`,
  unknown_field: () => 'there is no such field here',
  differs: (recorded: string, due: string) => `the record says ${recorded}, but it should be ${due}`,
  secret_kept: () => 'this battle is not over: its secret is still hidden',
  other_secret: () => 'the secret is not the one promised before the battle',
  other_chain: () => 'this is not the hash of the setup and all inputs',
  other_shown: () => 'this is not the hash of all events that follow from inputs',
  not_signed: () => 'this is not the signature of the server whose key stands in the record',
  no_beginning: () => 'the first event must be battle_created',
  gap: (missing: number) => `there is a gap in the event numbers: ${missing} is missing`,
  no_input: (seq: number, event: string) => `event ${seq} (${event}) does not follow from any input`,
  after_the_end: () => 'a record must end with its battle',
  not_allowed: (kind: string) => `this input ("${kind}") is not allowed here`,
  out_of_place: (event: string) => `this event (${event}) cannot be here`,
  no_cause: (reason: string) => `no input before it ends the battle ("${reason}")`,
  not_shown: () => 'no event shows this input',
  other_event: (due: string, recorded: string) => `its input makes this event ${due}, but the record says ${recorded}`,
  no_seat: (seat: string) => `there is no seat "${seat}"`,
  other_roll: (roll: number) => `this is roll ${roll}`,
  other_die: (seq: number, recorded: number, due: number) => `event ${seq}: the record says ${recorded}, but the secret gives ${due}`,
  no_shares: () => 'dice are rolled, but no shares have come since the last decision',
  other_rung: () => "this is not the next rung of this seat's ladder",
  used_ladder: () => 'this ladder was put in before: its shares are known',
  not_sealed: () => 'this seat has nothing sealed',
  other_opening: () => 'this is not what this seat has sealed',
  not_of_two: () => 'dice are shared by two seats, and in a battle whose heads are signed',
  no_witness: () => 'dice with a witness need one with a key of its own, and a battle whose heads are signed',
  no_share_of_witness: () => 'dice are rolled, but no share of the witness has come since the last decision',
  other_rung_of_witness: () => "this is not the next rung of the witness's ladder",
  not_of_witness: () => 'this is not the signature of the witness whose key stands in the options',
  no_key: () => 'this seat has brought no key to sign with',
  not_of_seat: () => "this is not the signature of this seat's key for this input",
  no_end: () => 'the events end before the battle is over',
  // What a server does against its word, by what a device kept; the program `muster` says the same (protocol/mine_words.cpp).
  other_start: (kept: string, now: string) => `before step 1: for this device the battle began with ${kept}, but now it is ${now}`,
  other_seat: (kept: string, now: string) => `this device took its seat with the nonce ${kept}, but now it is ${now}`,
  head_not_signed: (input: number) => `after input ${input}: the server's signature does not fit this battle as this device knows it`,
  two_heads: (input: number) => `after input ${input}: the server signed two different histories of this battle`,
  went_back: (kept: number, now: number) => `after input ${now}: the battle has gone back; the server had signed ${kept} inputs for this device`,
  other_history: (seq: number, input: number) => `${step(seq, input)}the server signed another history for this device than the record's`,
  other_nonce: (seq: number, input: number, kept: string, recorded: string) => `${step(seq, input)}this device brought the nonce ${kept}, but the record says ${recorded}`,
  other_ladder: (seq: number, input: number, recorded: string) => `${step(seq, input)}this device put in another ladder than the record says ("${recorded}")`,
  other_key: (seq: number, input: number, recorded: string) => `${step(seq, input)}this device brought another key to sign with than the record says ("${recorded}")`,
  other_choice: (seq: number, input: number, sent: string, recorded: string) => `${step(seq, input)}this device sent ${sent}, but the record says ${recorded}`,
  not_sent: (seq: number, input: number, kind: string) =>
    `${step(seq, input)}this device did not send this ("${kind}"); unless you did on another device, the server made it up`,
  not_recorded: (decision: number, kind: string) => `decision ${decision}: the server accepted what this device sent ("${kind}"), but the record does not have it`,
  other_story: (after: number, seq: number) => `after step ${after}, up to step ${seq}: this device was told another story while the battle was played`,
  // What keeps a device from giving its share of the dice; which shares, in the order in which they are asked for.
  step_skipped: (asked: number, before: number) => `the server asked for the shares of step ${asked}, but the last before it was ${before}`,
  other_inputs: (asked: number) => `before the shares of step ${asked}: what the server says was decided does not lead to what it signed`,
  other_events: (asked: number) => `before the shares of step ${asked}: what this device was shown is not what the server signed`,
  other_seal: (decision: number) => `decision ${decision}: what the server says that this device has sealed is not what it sealed`,
} as const;

type Sentences = typeof sentences;
export type ProblemKind = keyof Sentences;
/** A sentence for each kind, in some language. */
export type ProblemSentences = { [Kind in ProblemKind]: (...values: Parameters<Sentences[Kind]>) => string };

export interface Problem {
  /** where in the record ("/events/12/data/groups/0/dice/3") */
  path: string;
  kind: ProblemKind;
  /** what the sentence of this kind tells of */
  values: (string | number)[];
  /** in English */
  message: string;
}

export function problem<Kind extends ProblemKind>(path: string, kind: Kind, ...values: Parameters<Sentences[Kind]>): Problem {
  return { path, kind, values, message: told({ kind, values }, sentences) };
}

/** The sentence of a problem in the language of `language`. */
export function told({ kind, values }: Pick<Problem, 'kind' | 'values'>, language: ProblemSentences): string {
  return (language[kind] as (...values: (string | number)[]) => string)(...values);
}
