// Tables where dice are thrown and nothing is fought: told by the forms in which their players are asked, which are for a throw and, perhaps, whether
// others agree to it.
import { descriptionOf, own } from 'muster-client/table';

type Form = NonNullable<ReturnType<typeof asked>>['form'];

const asked = (ruleset: string, kind: string) => own(descriptionOf(ruleset)?.decisions, kind);

export function isDiceTable(ruleset: string): boolean {
  const forms = Object.values(descriptionOf(ruleset)?.decisions ?? {}).map(({ form }) => form);
  return forms.includes('throw_dice') && forms.every((form) => form === 'throw_dice' || form === 'yes_no');
}

/** Whether a decision is asked in this form. */
export const isAsked = (ruleset: string, kind: string, form: Form) => asked(ruleset, kind)?.form === form;

/** A choice of that decision: what is chosen, at its place. */
export const chosenAs = (ruleset: string, kind: string, value: boolean) => ({ [(asked(ruleset, kind)?.choice ?? '').slice(1)]: value });
