// What an open decision shows on a campaign's map and hears from it: the map lies on the table, the form beside it.
import type { CampaignState } from 'muster-client/table';

/** What goes from one area to another, as it is being decided. */
export interface Arrow {
  /** what it is in its list */
  key: string;
  by: 'march' | 'voyage';
  /** the areas that it passes: two of a march, the harbour and the whole route of a voyage */
  through: readonly string[];
  /** what goes, in few characters: "4 + 1" */
  words: string;
}

export interface CampaignOverlay {
  /** areas that may be tapped or dragged from, with what that means, for who hears it */
  pickable: ReadonlyMap<string, string>;
  picked: string | null;
  arrows: readonly Arrow[];
  /** what will have changed in an area, in few characters: "+2", "−1", "fight" */
  badges: ReadonlyMap<string, string>;
}

export class CampaignFocus {
  overlay = $state.raw<CampaignOverlay | null>(null);
  tapped = $state.raw<((area: string) => void) | null>(null);
  dragged = $state.raw<((from: string, to: string) => void) | null>(null);
  /** what stands on the map now; the map says it */
  campaign = $state.raw<CampaignState | null>(null);

  /** the map itself is what is asked for, more than its list */
  plays(kind: string): boolean {
    return this.campaign !== null && kind === 'move';
  }
}
