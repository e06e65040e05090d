// Calls whoever plays here: to a new question, by the tab's title, a sound, a notification and the focus; when the time for it runs short,
// once; and at the end.
import { onDestroy, tick, untrack } from 'svelte';
import { durationText } from '../../lib/durations';
import { t } from '../../lib/i18n.svelte';
import type { Live } from '../live.svelte';
import type { TurnNotice } from '../notice.svelte';
import type { Signals } from '../signals/signals.svelte';
import type { OwnClock } from './own_clock.svelte';
import type { Questions } from './questions.svelte';
import type { Showing } from './showing.svelte';

interface Room {
  live: Live;
  showing: Showing;
  questions: Questions;
  clock: OwnClock;
  signals: Signals;
  notice: TurnNotice;
  battle: string;
  title: () => string;
  /** What else one is asked, after the end; empty: nothing. */
  asked: () => string;
  /** Brings the question into sight, unless somebody is busy elsewhere. */
  show: () => void;
  /** The id of what has other things to do. */
  elsewhere: string;
  /** Where the focus stays while nothing is asked. */
  rest: () => HTMLElement | undefined;
}

export class Call {
  /** That little time is left; empty while there is enough. */
  hurry = $state('');

  private readonly short: boolean = $derived.by(() => {
    const { questions, clock, live } = this.room;
    return questions.open !== undefined && ((clock.time?.short ?? false) || live.reminder?.decision === questions.open.decision);
  });

  /** To be made while a component is: it calls as long as that one is there. */
  constructor(private readonly room: Room) {
    this.toQuestions();
    this.keepFocus();
    this.whenShort();
    this.atTheEnd();
    onDestroy(() => {
      room.notice.close();
      room.signals.stop();
      document.title = t.common.app;
    });
  }

  private toQuestions(): void {
    const { questions, signals, notice, battle, title, asked, show, elsewhere } = this.room;
    let last: number | null = null;
    $effect(() => {
      const decision = questions.open?.decision ?? null;
      const asks = asked() && `● ${asked()}`;
      document.title = `${decision === null ? asks || title() : t.battle.turn_title({ title: title() })} · ${t.common.app}`;
      signals.turn(decision !== null);
      if (decision === last) return;
      last = decision;
      if (decision === null) return notice.close();
      notice.tell(battle, title(), questions.words);
      const busyElsewhere = document.activeElement?.matches(`input, textarea, select, summary, #${CSS.escape(elsewhere)} button`) ?? false;
      if (busyElsewhere) return;
      show();
      void tick().then(() => document.getElementById(`decision-${decision}`)?.focus({ preventScroll: true }));
    });
  }

  /** What was answered goes, and the focus would go with it; a sealed choice stays. */
  private keepFocus(): void {
    const { questions, showing, rest } = this.room;
    const changes = () => ({ open: questions.open?.decision, still: showing.settled, stage: showing.table.stage });
    let former: string | null = null; // the id of what had it, before the page changes
    $effect.pre(() => {
      changes();
      former = document.activeElement?.closest('.decision, .waits') ? document.activeElement.id : null;
    });
    $effect(() => {
      changes();
      if (former === null) return;
      const id = former;
      void tick().then(() => document.activeElement === document.body && (document.getElementById(id) ?? rest())?.focus({ preventScroll: true }));
    });
  }

  private whenShort(): void {
    const { questions, clock, signals, notice, battle, title } = this.room;
    $effect(() => {
      const decision = this.short ? questions.open?.decision : undefined;
      if (decision === undefined) return void (this.hurry = '');
      untrack(() => {
        const time = durationText(clock.time?.left ?? 0);
        this.hurry = clock.isLive ? t.clock.short({ time }) : t.clock.reminder({ time });
        signals.hurry();
        notice.tell(battle, title(), this.hurry);
      });
    });
  }

  private atTheEnd(): void {
    const { live, showing, signals } = this.room;
    let ended = live.table?.stage === 'over';
    $effect(() => {
      if (!showing.over || ended) return;
      ended = true;
      signals.end(live.seat, showing.table.outcome?.winner ?? null);
    });
  }
}
