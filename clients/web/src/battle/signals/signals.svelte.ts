// What a battle gives to hear and to feel, and the mark on the tab. One switch for all of it, kept on this device. Browsers allow sounds only after
// somebody touched the page, so nothing is loaded before.
import type { BattleEvent, JsonObject } from 'muster-client';
import { objects } from 'muster-client/table';
import type { Beat } from '../stage/beats';
import type { Sound, Synth } from './synth';

const key = 'muster.sound';
const gestures = ['click', 'keydown'] as const; // a touch that only begins is no gesture yet

/** In milliseconds: shaken, still, shaken. */
const felt: Partial<Record<Sound, number | number[]>> = { dice: 15, blow: 40, loss: [20, 30, 20], shot: 30, turn: [30, 60, 30], hurry: [60, 40, 60], victory: [40, 60, 40, 60, 120] };

function soundOf(beat: Beat, data: JsonObject): Sound | null {
  switch (beat) {
    case 'roll':
      return 'dice';
    case 'total':
      return 'count';
    case 'blow':
      return 'blow';
    case 'fall':
      return 'loss';
    case 'fire':
      return 'shot';
    case 'strike':
      return objects(data.shots).some((shot) => shot.damaged === true) ? 'blow' : null;
    default:
      return null;
  }
}

export class Signals {
  muted = $state(localStorage.getItem(key) === 'off');

  private synth: Synth | null = null;
  private loading = false;
  private ended = false;
  private waits = false; // it is one's turn

  constructor(private readonly battle: string) {
    for (const gesture of gestures) addEventListener(gesture, this.touched, { passive: true });
  }

  stop(): void {
    for (const gesture of gestures) removeEventListener(gesture, this.touched);
    this.mark(false); // the battle still waits: on the home screen that is seen
    this.ended = true;
    this.synth?.stop();
  }

  toggle(): void {
    this.muted = !this.muted;
    if (this.muted) localStorage.setItem(key, 'off');
    else localStorage.removeItem(key);
    if (!this.muted) this.load();
  }

  cue(beat: Beat, event: BattleEvent): void {
    const sound = soundOf(beat, event.data);
    if (sound) this.give(sound);
  }

  /** It is one's turn, or not. */
  turn(mine: boolean): void {
    if (mine === this.waits) return;
    this.waits = mine;
    this.mark(mine);
    if ('setAppBadge' in navigator) import('./badge').then(({ noteTurns }) => noteTurns([[this.battle, mine]]), () => {});
    if (mine) this.give('turn');
  }

  hurry(): void {
    this.give('hurry');
  }

  /** The battle is over. Who watches hears a victory, whoever it is. */
  end(seat: string | null, winner: string | null): void {
    this.give(seat && winner !== seat ? 'defeat' : 'victory');
  }

  private give(sound: Sound): void {
    if (this.muted || document.hidden) return;
    this.synth?.play(sound);
    const shaken = felt[sound];
    if (this.synth && shaken !== undefined) navigator.vibrate?.(shaken); // before a touch the browser refuses it aloud
  }

  // On the tab.
  private mark(mine: boolean): void {
    document.querySelector<HTMLLinkElement>('link[rel=icon]')?.setAttribute('href', `${import.meta.env.BASE_URL}${mine ? 'icon-turn' : 'icon'}.svg`);
  }

  private readonly touched = (): void => {
    for (const gesture of gestures) removeEventListener(gesture, this.touched);
    if (!this.muted) this.load();
  };

  private load(): void {
    if (this.synth || this.loading || !('AudioContext' in globalThis)) return;
    this.loading = true;
    import('./synth').then(
      ({ Synth }) => {
        if (!this.ended) this.synth = new Synth();
      },
      () => (this.loading = false), // then it is silent
    );
  }
}
