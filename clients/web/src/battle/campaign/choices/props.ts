import type { DecisionProps } from '../../decisions/props';
import type { CampaignFocus } from '../focus.svelte';

export interface CampaignProps extends DecisionProps {
  /** where the map is that lies on the table */
  campaign: CampaignFocus;
}
