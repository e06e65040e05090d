// What a decision shows on the map and hears from it: the map lies on the table, the form beside it.
import type { Place } from './board';
import { PhaseEnd } from './phase_end.svelte';
import type { Overlay } from './units';

export class MapFocus {
  overlay = $state.raw<Overlay | null>(null);
  readonly ending = new PhaseEnd();
  tapped = $state.raw<((place: Place) => void) | null>(null);
}
