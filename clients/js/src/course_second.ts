// The course of battles by muster/2: who comes, is ready or agrees to a draw says so in a note, and what all have said together is the input.

import { Course, type Fields } from './course.js';
import { firstDifference, isObject, textOf } from './difference.js';
import type { Said } from './input.js';
import { problem, type Problem } from './problem.js';
import { keyProblem } from './seat_signatures.js';
import { digestProblem } from './shared_dice.js';
import type { BattleEvent, JsonObject } from './types.js';

const ofTaking: Fields = ['seat', 'name?', 'nonce?', 'key?'];
const fieldsOfNotes: Record<string, Fields> = {
  seat_taken: ofTaking,
  draw_offered: ['seat'],
  draw_answered: ['seat', 'accept'],
  chosen: ['seat', 'decision', 'kind', 'choice'],
};
const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value !== '');

export class SecondCourse extends Course {
  private readonly ofTaking = this.sharedDice ? [...ofTaking, 'ladder'] : ofTaking;
  protected readonly fields: Record<string, Fields> = {
    seat: this.ofTaking,
    ...(this.sharedDice && { new_ladder: ['seat', 'ladder', 'key?'] }),
    ...(this.witnessedDice && { witness: ['ladder', 'signature'], witness_share: ['share', 'signature'] }),
    ready: [],
    decline: ['seat'],
    draw: [],
    forfeit: ['seat?'],
  };
  protected readonly mayLeave = true;
  private readonly came = new Map<string, JsonObject>(); // with which name, nonce, ladder and key
  private readonly ready = new Set<string>();
  private entered = 0; // seats that are in the chain

  protected said(input: Said, path: string): Problem | boolean {
    const { kind, seat = '', ladder = '', share = '', key } = input;
    switch (kind) {
      case 'seat':
        return this.enters(input, path);
      case 'witness':
        return this.witnessJoins(ladder);
      case 'witness_share':
        return this.witnessGives(share);
      case 'ready':
        return this.confirming && this.ready.size === this.seats.length && this.start();
      case 'decline':
        return this.confirming && !this.ready.has(seat) && this.showsReady(seat, false) && this.ends(null, 'declined');
      case 'new_ladder':
        return (
          digestProblem(ladder, `${path}/ladder`) ?? keyProblem(key, `${path}/key`) ??
          (this.started && !this.hasSealed(seat) && this.passes() && this.shows('ladder_renewed', { seat, ladder, ...(key && { key }) }, true)) // it may have become too long
        );
      default:
        return this.drawAgreed && this.ends(null, 'agreed');
    }
  }

  override isNote(event: BattleEvent): boolean {
    return super.isNote(event) || (Object.hasOwn(fieldsOfNotes, event.event) && (event.event !== 'chosen' || saysReady(event.data)));
  }

  protected announced({ event, data }: BattleEvent, path: string): Problem | boolean {
    const fields = event === 'seat_taken' ? this.ofTaking : (fieldsOfNotes[event] ?? []);
    const misfit = this.misfit(data, fields, path, problem(path, 'out_of_place', event));
    if (misfit) return misfit;
    const { seat, name, nonce, ladder, key, accept, decision, choice } = data as JsonObject & { seat: string };
    switch (event) {
      case 'seat_taken':
        if (this.names.has(seat) || !isText(name) || !isText(nonce)) return false;
        return (this.sharedDice ? digestProblem(ladder, `${path}/ladder`) : null) ?? keyProblem(key, `${path}/key`) ?? this.sitsDown(seat, data as JsonObject);
      case 'draw_offered':
        return this.offersDraw(seat);
      case 'draw_answered':
        return typeof accept === 'boolean' && this.answersDraw(seat, accept);
      default: {
        const isAsked = this.confirming && !this.ready.has(seat) && decision === this.askedReady(seat) && Object.keys(choice as JsonObject).length === 1;
        return isAsked && !!this.ready.add(seat);
      }
    }
  }

  private sitsDown(seat: string, data: JsonObject): true {
    this.names.set(seat, textOf(data['name']));
    this.came.set(seat, data);
    return true;
  }

  protected readied(): boolean {
    return false;
  }

  private enters({ kind: _kind, ...input }: Said, path: string): Problem | boolean {
    if (!this.allSit || input.seat !== this.seats[this.entered]) return false;
    const difference = firstDifference(input, this.came.get(input.seat ?? ''), path);
    if (difference) return difference;
    this.entered += 1;
    return this.entered < this.seats.length || this.confirm || this.start();
  }

  private get confirming(): boolean {
    return this.confirm && !this.started && this.entered === this.seats.length;
  }

  private showsReady(seat: string, ready: boolean): true {
    return this.showsChoice({ seat, decision: this.askedReady(seat), kind: 'ready', choice: { ready } }, false);
  }
}

function saysReady(data: object): boolean {
  const { kind, choice } = data as JsonObject;
  return kind === 'ready' && isObject(choice) && choice['ready'] === true;
}
