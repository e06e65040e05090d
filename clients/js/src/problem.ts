// What is wrong with a record: where, and a sentence of a fixed kind, so that pages can say it in their own language.

const sentences = {
  no_record: () => 'this is not a record',
  expected: (what: string) => `expected ${what}`,
  differs: (recorded: string, due: string) => `the record says ${recorded}, but it should be ${due}`,
  secret_kept: () => 'this battle is not over: its secret is still hidden',
  other_secret: () => 'the secret is not the one promised before the battle',
  other_chain: () => 'this is not the hash of the setup and all inputs',
  no_beginning: () => 'the first event must be battle_created',
  gap: (missing: number) => `there is a gap in the event numbers: ${missing} is missing`,
  no_input: (seq: number, event: string) => `event ${seq} (${event}) does not follow from any input`,
  after_the_end: () => 'a record must end with its battle',
  not_allowed: (kind: string) => `this input ("${kind}") is not allowed here`,
  no_cause: (reason: string) => `no input before it ends the battle ("${reason}")`,
  not_shown: () => 'no event shows this input',
  other_event: (due: string, recorded: string) => `its input makes this event ${due}, but the record says ${recorded}`,
  no_seat: (seat: string) => `there is no seat "${seat}"`,
  other_roll: (roll: number) => `this is roll ${roll}`,
  other_die: (seq: number, recorded: number, due: number) => `event ${seq}: the record says ${recorded}, but the secret gives ${due}`,
  no_end: () => 'the events end before the battle is over',
  begun: (times: number, due: number) => `the battle started ${times} times, but it should be ${due}`,
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
