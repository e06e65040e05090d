// The course of battles from the time before muster/2: each input is shown by an event of its own.

import { Course, type Fields } from './course.js';
import type { Said } from './input.js';

export class FirstCourse extends Course {
  protected readonly fields: Record<string, Fields> = {
    nonce: ['seat', 'name?', 'nonce?'],
    offer_draw: ['seat'],
    answer_draw: ['seat', 'accept'],
    forfeit: ['seat?', 'timed_out'],
  };
  protected readonly mayLeave = false;
  private readonly ready = new Set<string>();

  protected said({ kind, seat = '', name, nonce, accept = false }: Said): boolean {
    switch (kind) {
      case 'nonce':
        return !this.names.has(seat) && this.sits(seat, name, nonce);
      case 'offer_draw':
        return this.offersDraw(seat) && this.shows('draw_offered', { seat }, true); // it may have become too long
      default:
        return this.answersDraw(seat, accept) && this.shows('draw_answered', { seat, accept }, true) && (!this.drawAgreed || this.ends(null, 'agreed'));
    }
  }

  private sits(seat: string, name?: string, nonce?: string): boolean {
    this.names.set(seat, name ?? '');
    this.shows('seat_taken', { seat, ...(name !== undefined && { name }), ...(nonce !== undefined && { nonce }) });
    return !this.allSit || this.confirm || this.start();
  }

  protected readied(input: Said): boolean {
    const { kind, seat = '', decision, choice } = input;
    if (kind !== 'ready' || !this.allSit || this.ready.has(seat) || decision !== this.askedReady(seat)) return false;
    this.ready.add(seat);
    this.showsChoice(input, false);
    if (choice?.['ready'] !== true) return this.ends(null, 'declined');
    return this.ready.size < this.seats.length || this.start();
  }

  protected announced(): boolean {
    return false; // nothing leads to an input here: all of it is one
  }
}
