// A choice of pieces that is made on the table: blocks are tapped from one rank into the other. The form beside the table has the same numbers.
export interface TableChoice {
  seat: string;
  /** what becomes of the chosen ones, as the rank's title says it */
  title: string;
  lost: boolean;
  /** of one kind of piece; null: it is not asked about */
  of: (unit: string, enhanced: boolean) => { chosen: number; most: number } | null;
  /** so many more of it, or fewer; as far as that goes */
  move: (unit: string, enhanced: boolean, by: number) => void;
}

/** What the open decision, if it is one about pieces, shows on the table. */
export class PieceFocus {
  choice = $state.raw<TableChoice | null>(null);
}
