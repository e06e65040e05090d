// Tables where dice are thrown and nothing is fought: told by the form in which their players are asked.
import { descriptionOf } from 'muster-client/table';

export function isDiceTable(ruleset: string): boolean {
  return Object.values(descriptionOf(ruleset)?.decisions ?? {}).some(({ form }) => form === 'throw_dice');
}
