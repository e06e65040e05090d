// What every decision's component is given.
import type { DecisionRequest, Following, JsonObject } from 'muster-client';
import type { Naming } from '../naming';
import type { PieceFocus } from '../table_choice.svelte';
import type { Table } from 'muster-client/table';

export interface DecisionProps {
  request: DecisionRequest;
  header: Following;
  table: Table;
  naming: Naming;
  /** where pieces are chosen on the table */
  pieces: PieceFocus;
  busy: boolean;
  choose: (choice: JsonObject | 'default') => Promise<void>;
}
