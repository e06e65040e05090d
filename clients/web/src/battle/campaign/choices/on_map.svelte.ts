// A form has its overlay on the map, and hears of the map's taps, for as long as it is there.
import { untrack } from 'svelte';
import type { CampaignFocus, CampaignOverlay } from '../focus.svelte';

export interface OnMap {
  overlay: CampaignOverlay;
  tapped: (area: string) => void;
  dragged?: (from: string, to: string) => void;
}

export function showOnMap(focus: () => CampaignFocus, made: () => OnMap): void {
  $effect(() => {
    const { overlay, tapped, dragged } = made();
    const map = focus();
    untrack(() => {
      map.overlay = overlay;
      map.tapped = tapped;
      map.dragged = dragged ?? null;
    });
  });
  $effect(() => {
    const map = focus();
    return () => {
      map.overlay = null;
      map.tapped = null;
      map.dragged = null;
    };
  });
}

/** Areas to tap, and what has been said of them. */
export function overlayOf(pickable: Iterable<readonly [string, string]>, badges: Iterable<readonly [string, string]> = [], picked: string | null = null): CampaignOverlay {
  return { pickable: new Map(pickable), picked, arrows: [], badges: new Map(badges) };
}
