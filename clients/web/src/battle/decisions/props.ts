// What every decision's component is given.
import type { DecisionRequest, Following, JsonObject } from 'muster-client';
import type { Naming } from '../naming';
import type { PieceFocus } from '../table_choice.svelte';
import type { Table } from 'muster-client/table';
import type { Look } from './preview.svelte';

/** Any request, to be read leniently: a form shows what it understands of what it gets. */
export type OpenRequest = Omit<DecisionRequest, 'options' | 'default' | 'pending'> & { options: JsonObject; default: JsonObject };

export interface DecisionProps {
  request: OpenRequest;
  header: Following;
  table: Table;
  naming: Naming;
  /** where pieces are chosen on the table */
  pieces: PieceFocus;
  busy: boolean;
  choose: (choice: JsonObject | 'default') => Promise<void>;
  /** what a choice would come to */
  look: Look;
}
