// What is chosen on the table. The form beside the table has the same, for who does not see it, for keyboards and for large numbers.

/** Pieces go from one rank into the other: forward, or lost. */
export interface RankChoice {
  seat: string;
  /** what becomes of the chosen ones, as the rank's title says it */
  title: string;
  lost: boolean;
  /** of one kind of piece; null: it is not asked about */
  of: (unit: string, enhanced: boolean) => { chosen: number; most: number } | null;
  /** no more of it can be chosen */
  full: (unit: string, enhanced: boolean) => boolean;
  /** so many more of it, or fewer; as far as that goes */
  move: (unit: string, enhanced: boolean, by: number) => void;
}

/** One sort of pieces among a few, a class or a kind of token: any piece of it is tapped. */
export interface SortChoice {
  /** whose pieces they are; those of the enemy, perhaps */
  seat: string;
  sorts: readonly string[];
  chosen: string;
  /** only who stands in front is asked about */
  inFront: boolean;
  /** what is said of a sort when it is chosen */
  label: (sort: string) => string;
  pick: (sort: string) => void;
}

export type TableChoice = RankChoice | SortChoice;

export const isOfSorts = (choice: TableChoice | null): choice is SortChoice => choice !== null && 'sorts' in choice;

/** What the open decision, if it is one about pieces, shows on the table. */
export class PieceFocus {
  choice = $state.raw<TableChoice | null>(null);
}

/** A form has its choice on the table for as long as it is there. */
export function showOnTable(pieces: () => PieceFocus | undefined, made: () => TableChoice | null): void {
  $effect(() => {
    const focus = pieces();
    if (!focus) return;
    const choice = made();
    focus.choice = choice;
    return () => {
      if (focus.choice === choice) focus.choice = null;
    };
  });
}
