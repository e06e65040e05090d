// What stands beside the table, one at a time. On a narrow screen the decision is one of them; elsewhere it has a place of its own.
export type Tab = 'decide' | 'log' | 'talk' | 'more';

export class Tabs {
  open = $state<Tab>('decide');
  /** how much talk has been seen */
  private seen = $state(0);

  constructor(private readonly wide: () => boolean) {}

  /** What is shown in the place that they share. */
  get shown(): Tab {
    return this.wide() && this.open === 'decide' ? 'log' : this.open;
  }

  choose(tab: Tab): void {
    this.open = tab;
  }

  /** Lines of talk that nobody has looked at. */
  unread(said: number): number {
    return this.shown === 'talk' ? 0 : Math.max(0, said - this.seen);
  }

  look(said: number): void {
    if (this.shown === 'talk') this.seen = said;
  }

  /** What was said before one came is not news. */
  begin(said: number): void {
    this.seen = said;
  }
}
