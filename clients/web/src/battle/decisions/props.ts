// What every decision's component is given.
import type { DecisionRequest, Following, JsonObject } from 'muster-client';
import type { Naming } from '../naming';
import type { Table } from '../table';

export interface DecisionProps {
  request: DecisionRequest;
  header: Following;
  table: Table;
  naming: Naming;
  busy: boolean;
  choose: (choice: JsonObject | 'default') => Promise<void>;
}
