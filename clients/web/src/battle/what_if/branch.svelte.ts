// A branch that is being played: each choice leads on, and nothing of it leaves the device.
import type { Standing } from '@muster/rules';
import type { BattleEvent, DecisionKind, DecisionRequest, JsonObject, Previewed, Refusal } from 'muster-client';

import { reasonOf } from '../../lib/refusals';
import type { Desk } from '../../study/desk';
import type { Line } from './line';

const place = ({ seq, moves, dice }: Line) => ({ seq, moves, dice });

export class Branch {
  line: Line = $state.raw({ seq: 0, moves: [], dice: {}, best: [] });
  standing: Standing | null = $state.raw(null);
  /** why it does not go on as it was asked to */
  trouble: Refusal | null = $state.raw(null);
  private latest = 0;

  constructor(
    private readonly desk: Desk,
    private readonly battle: string,
  ) {}

  /** Somewhere else; where the rules refuse it, it stays where it was. */
  async lead(line: Line): Promise<void> {
    try {
      await this.go(line);
    } catch (error) {
      this.trouble = reasonOf(error);
    }
  }

  /** Throws what the rules refuse. */
  choose(seat: string, choice: JsonObject | 'default'): Promise<void> {
    return this.go({ ...this.line, moves: [...this.line.moves, { seat, choice }] });
  }

  async look<Kind extends DecisionKind>(seat: string, choice: JsonObject): Promise<Previewed<Kind>> {
    const { choice: whole = null, refusal = null, meaning = null } = await this.desk.preview({ ...place(this.line), seat, choice });
    return { choice: whole, refusal, meaning } as Previewed<Kind>;
  }

  /** What fell, where dice are thrown by hand. */
  roll(fell: number[]): Promise<void> {
    const { by_hand = [] } = this.line.dice;
    return this.lead({ ...this.line, dice: { by_hand: [...by_hand, ...fell] } });
  }

  /** Takes the last own choice back, and what followed from it. */
  back(): Promise<void> {
    const { moves, best } = this.line;
    const last = moves.map(({ seat }) => best.includes(seat)).lastIndexOf(false);
    return this.lead({ ...this.line, moves: moves.slice(0, Math.max(last, 0)) });
  }

  /** The one that is asked first; null: nobody is, who plays by hand. */
  get request(): DecisionRequest | null {
    const ask = this.standing?.asks?.find(({ seat, answered }) => seat !== null && !answered);
    if (!ask) return null;
    const decision = this.line.moves.length + 1;
    // Half-made choices are kept by battle and decision: not beside those of the battle that was.
    const battle = `${this.battle}/what-if/${this.line.seq}/${JSON.stringify(this.line.dice)}`;
    return { battle, decision, seat: ask.seat!, kind: ask.kind, options: ask.options, default: ask.default, deadline: null } as DecisionRequest;
  }

  /** The battle's events up to where the branch left it, and then its own. */
  eventsAfter(events: readonly BattleEvent[]): BattleEvent[] {
    if (!this.standing) return [];
    const { seq, events: own, over } = this.standing;
    const at = events[seq - 1]?.at ?? '';
    const ended = over && events[seq - 1]?.event !== 'battle_ended' ? [{ event: 'battle_ended', data: over }] : [];
    return [...events.slice(0, seq), ...[...own, ...ended].map((each, i) => ({ ...each, seq: seq + i + 1, at }) as BattleEvent)];
  }

  private async go(line: Line): Promise<void> {
    const asked = ++this.latest;
    for (;;) {
      const standing = await this.desk.at(place(line));
      if (asked !== this.latest) return;
      // As the rules write them: what a policy chose is then chosen.
      line = { ...line, moves: line.moves.map(({ seat }, i) => ({ seat, choice: standing.choices[i]! })) };
      const next = standing.asks?.find(({ seat, answered }) => seat !== null && !answered && line.best.includes(seat));
      if (!next?.seat) {
        // Of dice by hand those that were rolled: after a step back the others are thrown anew.
        const { by_hand } = line.dice;
        if (by_hand && by_hand.length > standing.dice) line = { ...line, dice: { by_hand: by_hand.slice(0, standing.dice) } };
        [this.line, this.standing, this.trouble] = [line, standing, null];
        return;
      }
      line = { ...line, moves: [...line.moves, { seat: next.seat, choice: 'best' }] };
    }
  }
}

