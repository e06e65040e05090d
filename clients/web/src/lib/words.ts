// What rulesets, units and house rules are called in the language of the person; what no text knows, as the server has it.
import type { Catalog, Following, HouseRule, Odds } from 'muster-client';

import { language, t } from './i18n.svelte';
import { known } from './known';
import { percent, whole } from './numbers';
import { seatWord } from './sides';

/** "dual_heavy_tank" as a person would write it, where nobody gave it a name. */
export function spelled(id: string): string {
  return capital(id.replaceAll(/[_-]/g, ' '));
}

/** As a label or a sentence begins. */
export function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}

/** `own` is what its catalog calls it. */
export function rulesetWord(id: string, own?: Pick<Catalog, 'title'>): string {
  return known(t.server.rulesets, id)?.title ?? own?.title ?? spelled(id);
}

export function rulesetSummary(catalog: Catalog): string {
  return known(t.server.rulesets, catalog.id)?.summary ?? catalog.summary;
}

export function rulesetCredits(catalog: Catalog): string | undefined {
  const words = known(t.server.rulesets, catalog.id);
  return (words && 'credits' in words ? words.credits : undefined) ?? catalog.credits;
}

export interface PresetWords {
  title: string;
  summary: string;
}

/** What a preset is called, and its sentence; `own` is what its catalog says of it. */
export function presetWord(ruleset: string, preset: string, own: PresetWords): PresetWords {
  const words = known(t.server.presets, ruleset);
  return (words && known<Record<string, PresetWords>>(words, preset)) ?? own;
}

/** A unit or profile; `own` is the name that a setup or the catalog gives it. */
export function unitWord(id: string, own?: string): string {
  const several = known(t.units, id)?.({ n: 2 });
  return known(t.server.units, id) ?? (several && capital(several)) ?? own ?? spelled(id);
}

export function weaponWord(id: string, own?: string): string {
  return known(t.server.weapons, id) ?? own ?? spelled(id);
}

export function houseRuleQuestion(rule: HouseRule): string {
  return known(t.server.houseRules, rule.id)?.question ?? rule.question;
}

/** Records may have values that are no longer offered. */
export function houseRuleValue(rule: HouseRule, value: string): string {
  const words = known(t.server.houseRules, rule.id)?.values;
  return (words && known<Record<string, string>>(words, value)) ?? rule.values[value] ?? known(t.server.olderHouseRuleValues, value) ?? value;
}

/** The values of a house rule, the default first. */
export function houseRuleValues(rule: HouseRule): string[] {
  const standard = String(rule.default);
  return [standard, ...Object.keys(rule.values).filter((each) => each !== standard)];
}

/** What a battle goes by: its own title, in the person's language where it is a preset's, or that of its rules. */
export function battleTitle(battle: { title: string; ruleset: string }): string {
  return known(t.server.titles, battle.title) ?? (battle.title || rulesetWord(battle.ruleset));
}

const botName = /^Muster \((\w+)\)$/; // as the server signs its own players in

function botWord(name: string): string | undefined {
  const policy = botName.exec(name)?.[1];
  return policy === undefined ? undefined : known(t.common.bots, policy);
}

/** Who holds a seat; one taken without a name goes by the seat's own. */
export function playerWord(seat: string, name: string): string {
  return name === seat ? seatWord(seat) : (botWord(name) ?? name);
}

/** A side and who plays it, as a sentence begins. */
export function sideWord(side: string, name: string | undefined): string {
  if (!name) return side;
  return botWord(name) ? t.common.bot_side({ side }) : t.common.side_name({ seat: side, name });
}

/** Pieces as a block shows them: "3 × Knights, enhanced". */
export function blockWords(name: string, { count, enhanced = false, lost = false }: { count?: number; enhanced?: boolean; lost?: boolean }): string {
  const pieces = count === undefined ? name : t.common.block_count({ count, name });
  const what = enhanced ? t.common.block_enhanced({ what: pieces }) : pieces;
  return lost ? t.common.block_lost({ what }) : what;
}

/** An era, from 1. */
export function eraWord(era: number): string | undefined {
  return [t.common.eras.ancient, t.common.eras.medieval, t.common.eras.industrial, t.common.eras.modern][era - 1];
}

/** How chances were worked out, and how both sides are taken to play. */
export function oddsMethod(odds: Odds, ruleset: string): string {
  const worked = odds.method === 'exact' ? t.common.exact : t.common.simulated({ runs: whole(odds.runs), error: percent(odds.standard_error) });
  return `${worked}, ${known(t.common.odds_of, ruleset)?.played ?? t.common.oddsNote}`;
}

/** Whose the dice of a battle are, where they are not the server's alone. */
export function diceWords(options: Following['options']): string {
  const witness = String((options.witness as { address?: unknown } | undefined)?.address);
  if (options.dice === 'shared') return options.witness ? t.common.dice_shared_witnessed({ witness }) : t.common.dice_shared;
  return options.dice === 'witnessed' ? t.common.dice_witnessed({ witness }) : '';
}
