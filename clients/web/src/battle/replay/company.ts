// A replay that is looked at with others: what it shows is told them, and they may lead it.
export interface Led {
  moment: number;
}

export interface Company {
  /** Of the page, without the moment. */
  readonly address: string;
  /** Another object each time that one is led. Reactive. */
  readonly led: Led | null;
  /** Whether this page goes along. Reactive. */
  readonly follows: boolean;
  /** This moment is shown now. */
  shown(moment: number): void;
}
