// What a page asks of the rules themselves. They come with the first desk that is made, and go with it.
import type { Data, Opened, Place, Preview, Refused, Standing } from '@muster/rules';
import { type Code, MusterError } from 'muster-client';

interface Answered {
  id: number;
  /** null: the rules are not there */
  answer: string | null;
}

/** On it lies one battle. Every question is refused (MusterError) by the rules, or where they could not be loaded. */
export class Desk {
  private readonly worker = new Worker('/rules_worker.js');
  private readonly waiting = new Map<number, { resolve: (answer: string) => void; reject: (error: Error) => void }>();
  private asked = 0;
  private lost = false;

  constructor() {
    this.worker.onmessage = ({ data: { id, answer } }: MessageEvent<Answered>) => {
      const waits = this.waiting.get(id);
      this.waiting.delete(id);
      if (answer === null) waits?.reject(missing());
      else waits?.resolve(answer);
    };
    this.worker.onerror = () => {
      this.lost = true;
      for (const { reject } of this.waiting.values()) reject(missing());
      this.waiting.clear();
    };
  }

  /** `record`: as text. */
  open(record: string): Promise<Opened> {
    return this.ask<Opened>('open', record);
  }

  at(place: Place): Promise<Standing> {
    return this.ask<Standing>('at', JSON.stringify(place));
  }

  /** A choice that is not legal is an answer. */
  async preview(question: Place & { seat: string; choice: Data }): Promise<Preview> {
    return JSON.parse(await this.text('preview', JSON.stringify(question)));
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }

  private async ask<Answer extends object>(call: string, text: string): Promise<Answer> {
    const answer: Answer | Refused = JSON.parse(await this.text(call, text));
    if ('refusal' in answer) throw new MusterError({ ...answer.refusal, code: answer.refusal.code as Code }); // the rules have the server's codes
    return answer;
  }

  private text(call: string, text: string): Promise<string> {
    if (this.lost) return Promise.reject(missing());
    return new Promise((resolve, reject) => {
      const id = ++this.asked;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, call, text });
    });
  }
}

function missing(): MusterError {
  return new MusterError({ code: 'unreachable', message: 'the rules could not be loaded' });
}
