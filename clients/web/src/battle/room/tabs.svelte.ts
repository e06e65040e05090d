// What stands beside the table, one at a time. On a narrow screen the decision is one of them; elsewhere it has a place of its own.
export type Tab = 'decide' | 'log' | 'talk' | 'more';

export class Tabs {
  open = $state<Tab>('decide');

  constructor(private readonly wide: () => boolean) {}

  /** What is shown in the place that they share. */
  get shown(): Tab {
    return this.wide() && this.open === 'decide' ? 'log' : this.open;
  }

  choose(tab: Tab): void {
    this.open = tab;
  }
}
