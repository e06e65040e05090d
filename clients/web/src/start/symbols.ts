// What stands for a ruleset at a glance.
const symbols: Record<string, string[]> = {
  'advanced-combat': ['infantry', 'cavalry', 'artillery'],
  'phased-combat': ['artillery', 'cavalry', 'aircraft'],
  'fleet-combat': ['fleet', 'aircraft'],
  armies: ['population', 'army', 'city'],
  'simple-combat': ['light_tank', 'howitzer_battery'],
};

/** One that has none of its own pieces goes by its name. */
export function symbolsOf(ruleset: string): string[] {
  return symbols[ruleset] ?? [ruleset];
}
