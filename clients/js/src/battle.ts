// What happens in a battle and what is asked in it, told apart by name: `event` of events, `kind` of requests and choices. The parts come from
// the server's own definitions (generated/). A server may have rulesets that are not known here: what it tells beside is an UnknownEvent or an
// UnknownRequest, so that nothing known is ever taken for it.

import type { ChosenData, Decisions, EventData } from './generated/index.js';
import type { JsonObject } from './json.js';
import type { SignedHead } from './types.js';

// No such value exists: TypeScript tells the others apart only where the rest is a literal of its own too.
declare enum Other {
  name = '(any other)',
}
/** Any name but those that are known; a string to whoever reads it. */
export type UnknownName = Other;

type Happened = {
  /** from 1, without gaps */
  seq: number;
  at: string;
};

export type EventName = keyof EventData;
export type EventOf<Name extends EventName> = { [Each in Name]: Happened & { event: Each; data: Each extends 'chosen' ? Chosen : EventData[Each] } }[Name];
export type KnownEvent = EventOf<EventName>;
export type UnknownEvent = Happened & { event: UnknownName; data: JsonObject };
export type BattleEvent = KnownEvent | UnknownEvent;

export type DecisionKind = keyof Decisions;
export type ChoiceOf<Kind extends DecisionKind> = Decisions[Kind]['choice'];
export type OptionsOf<Kind extends DecisionKind> = Decisions[Kind]['options'];
type Meant<Decision> = Decision extends { meaning: infer Meaning } ? Meaning : null;
/** What a preview tells of a choice of that kind; null: its options say all there is to know. */
export type MeaningOf<Kind extends DecisionKind> = Meant<Decisions[Kind]>;

/** What was chosen, as the event `chosen` shows it. */
export type Chosen = Omit<ChosenData, 'kind' | 'choice'> & ({ [Kind in DecisionKind]: { kind: Kind; choice: ChoiceOf<Kind> } }[DecisionKind] | { kind: UnknownName; choice: JsonObject });

type Asked = {
  battle: string;
  decision: number;
  seat: string;
  /** asked of several seats at once: revealed when all have chosen, until then it can be taken back */
  sealed?: boolean;
  /** whoever wants to makes this decision: nobody is waited for */
  anybody?: boolean;
  /** shared dice: beside a seal the server hears by which ladder it was made */
  names_ladder?: boolean;
  /** shared dice, of a share: the chain at this moment, signed with the step */
  signed_head?: SignedHead;
  deadline: string | null;
};
type Offered<Kind, Decision> = Decision extends { options: infer Options; choice: infer Choice }
  ? Asked & {
      kind: Kind;
      options: Options;
      default: Choice;
      /** one's own sealed choice */
      pending?: Choice;
    }
  : never;

export type RequestOf<Kind extends DecisionKind> = { [Each in Kind]: Offered<Each, Decisions[Each]> }[Kind];
export type KnownRequest = RequestOf<DecisionKind>;
export type UnknownRequest = Offered<UnknownName, { options: JsonObject; choice: JsonObject }>;
/** A decision that one's own seat must make now. */
export type DecisionRequest = KnownRequest | UnknownRequest;
