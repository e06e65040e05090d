// What an open decision shows on a campaign's map and hears from it: the map lies on the table, the form beside it.
import type { CampaignState } from 'muster-client/table';
import type { Going } from './lines';

export interface CampaignOverlay {
  /** areas that may be tapped or dragged from, with what that means, for who hears it */
  pickable: ReadonlyMap<string, string>;
  picked: string | null;
  /** what goes from area to area, as it is being decided */
  arrows: readonly Going[];
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
