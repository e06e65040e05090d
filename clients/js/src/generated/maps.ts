// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

import type {
  BattleCreatedData,
  BattleEndedData,
  BattleStartedData,
  ChoiceSealedData,
  ChosenData,
  ClaimedData,
  ClockCreditedData,
  ClosedData,
  ConcededData,
  DecisionSealedData,
  DecisionUnsealedData,
  DrawAnsweredData,
  DrawOfferedData,
  ForfeitedData,
  LadderRenewedData,
  RematchMadeData,
  RematchWantedData,
  RematchWithdrawnData,
  RolledData,
  SaidData,
  SeatHandedOverData,
  SeatTakenData,
  ShareGivenData,
  WitnessJoinedData,
  WitnessShareGivenData,
  ReadyOptions,
  ReadyChoice,
  ShareOptions,
  ShareChoice,
} from './common.js';
import type {
  TheatreSetup,
  TheatreAnnexedData,
  TheatreArmyDisbandedData,
  TheatreBarbariansMovedData,
  TheatreBuiltData,
  TheatreCalamityStruckData,
  TheatreCensusTakenData,
  TheatreCityAssaultedData,
  TheatreCityFoundedData,
  TheatreCityReducedData,
  TheatreCivilWarAvertedData,
  TheatreCivilWarBeganData,
  TheatreConflictData,
  TheatreExpandedData,
  TheatreLossesTakenData,
  TheatreMovedData,
  TheatrePillagedData,
  TheatreSurplusRemovedData,
  TheatreTaxedData,
  TheatreTurnEndedData,
  TheatreTurnStartedData,
  TheatreUnitsLostData,
  TheatreAllotOptions,
  TheatreAllotChoice,
  TheatreBuildOptions,
  TheatreBuildChoice,
  TheatreExpandOptions,
  TheatreExpandChoice,
  TheatreFactionOptions,
  TheatreFactionChoice,
  TheatreFoundOptions,
  TheatreFoundChoice,
  TheatreKeepOptions,
  TheatreKeepChoice,
  TheatreLoseOptions,
  TheatreLoseChoice,
  TheatreLossesOptions,
  TheatreLossesChoice,
  TheatreMoveOptions,
  TheatreMoveChoice,
  TheatreMoveMeaning,
  TheatreReduceOptions,
  TheatreReduceChoice,
  TheatreSiteOptions,
  TheatreSiteChoice,
  TheatreSupportOptions,
  TheatreSupportChoice,
  TheatreTaxOptions,
  TheatreTaxChoice,
} from './theatre.js';
import type {
  AdvancedCombatSetup,
  AdvancedCombatAirSupportDeclaredData,
  AdvancedCombatCasualtiesTakenData,
  AdvancedCombatPhaseStartedData,
  AdvancedCombatTotalledData,
  AdvancedCombatWaveFormedData,
  AdvancedCombatAirSupportOptions,
  AdvancedCombatAirSupportChoice,
  AdvancedCombatAirSupportMeaning,
  AdvancedCombatCasualtiesOptions,
  AdvancedCombatCasualtiesChoice,
  AdvancedCombatCasualtiesMeaning,
  AdvancedCombatWaveOptions,
  AdvancedCombatWaveChoice,
  AdvancedCombatWaveMeaning,
  AdvancedCombatWithdrawOptions,
  AdvancedCombatWithdrawChoice,
} from './advanced_combat.js';
import type {
  PhasedCombatSetup,
  PhasedCombatCasualtiesTakenData,
  PhasedCombatHitsDealtData,
  PhasedCombatPhaseStartedData,
  PhasedCombatRetreatedData,
  PhasedCombatRoundStartedData,
  PhasedCombatCasualtiesOptions,
  PhasedCombatCasualtiesChoice,
  PhasedCombatCasualtiesMeaning,
  PhasedCombatHitClassOptions,
  PhasedCombatHitClassChoice,
  PhasedCombatRetreatOptions,
  PhasedCombatRetreatChoice,
} from './phased_combat.js';
import type {
  DiceSetup,
  DiceThrowRefusedData,
  DiceThrownData,
  DiceAgreeOptions,
  DiceAgreeChoice,
  DiceThrowOptions,
  DiceThrowChoice,
  DiceThrowMeaning,
} from './dice.js';
import type {
  SimpleCombatSetup,
  SimpleCombatBlastData,
  SimpleCombatFiredData,
  SimpleCombatInitiativeRolledData,
  SimpleCombatMovedData,
  SimpleCombatTurnEffectData,
  SimpleCombatTurnEndedData,
  SimpleCombatTurnStartedData,
  SimpleCombatFireOptions,
  SimpleCombatFireChoice,
  SimpleCombatMoveOptions,
  SimpleCombatMoveChoice,
  SimpleCombatMoveMeaning,
} from './simple_combat.js';
import type {
  ArmiesSetup,
  ArmiesAdvantageCountedData,
  ArmiesCityAssaultedData,
  ArmiesLevelsCountedData,
  ArmiesRemovedData,
  ArmiesRemoveOptions,
  ArmiesRemoveChoice,
} from './armies.js';

/** The data of each event, by its name. */
export type EventData = {
  advantage_counted: ArmiesAdvantageCountedData;
  air_support_declared: AdvancedCombatAirSupportDeclaredData;
  annexed: TheatreAnnexedData;
  army_disbanded: TheatreArmyDisbandedData;
  barbarians_moved: TheatreBarbariansMovedData;
  battle_created: BattleCreatedData;
  battle_ended: BattleEndedData;
  battle_started: BattleStartedData;
  blast: SimpleCombatBlastData;
  built: TheatreBuiltData;
  calamity_struck: TheatreCalamityStruckData;
  casualties_taken: AdvancedCombatCasualtiesTakenData | PhasedCombatCasualtiesTakenData;
  census_taken: TheatreCensusTakenData;
  choice_sealed: ChoiceSealedData;
  chosen: ChosenData;
  city_assaulted: TheatreCityAssaultedData | ArmiesCityAssaultedData;
  city_founded: TheatreCityFoundedData;
  city_reduced: TheatreCityReducedData;
  civil_war_averted: TheatreCivilWarAvertedData;
  civil_war_began: TheatreCivilWarBeganData;
  claimed: ClaimedData;
  clock_credited: ClockCreditedData;
  closed: ClosedData;
  conceded: ConcededData;
  conflict: TheatreConflictData;
  decision_sealed: DecisionSealedData;
  decision_unsealed: DecisionUnsealedData;
  draw_answered: DrawAnsweredData;
  draw_offered: DrawOfferedData;
  expanded: TheatreExpandedData;
  fired: SimpleCombatFiredData;
  forfeited: ForfeitedData;
  hits_dealt: PhasedCombatHitsDealtData;
  initiative_rolled: SimpleCombatInitiativeRolledData;
  ladder_renewed: LadderRenewedData;
  levels_counted: ArmiesLevelsCountedData;
  losses_taken: TheatreLossesTakenData;
  moved: TheatreMovedData | SimpleCombatMovedData;
  phase_started: AdvancedCombatPhaseStartedData | PhasedCombatPhaseStartedData;
  pillaged: TheatrePillagedData;
  rematch_made: RematchMadeData;
  rematch_wanted: RematchWantedData;
  rematch_withdrawn: RematchWithdrawnData;
  removed: ArmiesRemovedData;
  retreated: PhasedCombatRetreatedData;
  rolled: RolledData;
  round_started: PhasedCombatRoundStartedData;
  said: SaidData;
  seat_handed_over: SeatHandedOverData;
  seat_taken: SeatTakenData;
  share_given: ShareGivenData;
  surplus_removed: TheatreSurplusRemovedData;
  taxed: TheatreTaxedData;
  throw_refused: DiceThrowRefusedData;
  thrown: DiceThrownData;
  totalled: AdvancedCombatTotalledData;
  turn_effect: SimpleCombatTurnEffectData;
  turn_ended: TheatreTurnEndedData | SimpleCombatTurnEndedData;
  turn_started: TheatreTurnStartedData | SimpleCombatTurnStartedData;
  units_lost: TheatreUnitsLostData;
  wave_formed: AdvancedCombatWaveFormedData;
  witness_joined: WitnessJoinedData;
  witness_share_given: WitnessShareGivenData;
};

/** What each kind of decision offers, how it may be answered, and what an answer is said to come to before it is given. */
export type Decisions = {
  agree: { options: DiceAgreeOptions; choice: DiceAgreeChoice };
  air_support: { options: AdvancedCombatAirSupportOptions; choice: AdvancedCombatAirSupportChoice; meaning: AdvancedCombatAirSupportMeaning };
  allot: { options: TheatreAllotOptions; choice: TheatreAllotChoice };
  build: { options: TheatreBuildOptions; choice: TheatreBuildChoice };
  casualties: { options: AdvancedCombatCasualtiesOptions; choice: AdvancedCombatCasualtiesChoice; meaning: AdvancedCombatCasualtiesMeaning } | { options: PhasedCombatCasualtiesOptions; choice: PhasedCombatCasualtiesChoice; meaning: PhasedCombatCasualtiesMeaning };
  expand: { options: TheatreExpandOptions; choice: TheatreExpandChoice };
  faction: { options: TheatreFactionOptions; choice: TheatreFactionChoice };
  fire: { options: SimpleCombatFireOptions; choice: SimpleCombatFireChoice };
  found: { options: TheatreFoundOptions; choice: TheatreFoundChoice };
  hit_class: { options: PhasedCombatHitClassOptions; choice: PhasedCombatHitClassChoice };
  keep: { options: TheatreKeepOptions; choice: TheatreKeepChoice };
  lose: { options: TheatreLoseOptions; choice: TheatreLoseChoice };
  losses: { options: TheatreLossesOptions; choice: TheatreLossesChoice };
  move: { options: TheatreMoveOptions; choice: TheatreMoveChoice; meaning: TheatreMoveMeaning } | { options: SimpleCombatMoveOptions; choice: SimpleCombatMoveChoice; meaning: SimpleCombatMoveMeaning };
  ready: { options: ReadyOptions; choice: ReadyChoice };
  reduce: { options: TheatreReduceOptions; choice: TheatreReduceChoice };
  remove: { options: ArmiesRemoveOptions; choice: ArmiesRemoveChoice };
  retreat: { options: PhasedCombatRetreatOptions; choice: PhasedCombatRetreatChoice };
  share: { options: ShareOptions; choice: ShareChoice };
  site: { options: TheatreSiteOptions; choice: TheatreSiteChoice };
  support: { options: TheatreSupportOptions; choice: TheatreSupportChoice };
  tax: { options: TheatreTaxOptions; choice: TheatreTaxChoice };
  throw: { options: DiceThrowOptions; choice: DiceThrowChoice; meaning: DiceThrowMeaning };
  wave: { options: AdvancedCombatWaveOptions; choice: AdvancedCombatWaveChoice; meaning: AdvancedCombatWaveMeaning };
  withdraw: { options: AdvancedCombatWithdrawOptions; choice: AdvancedCombatWithdrawChoice };
};

/** The setups of each ruleset. */
export type Setups = {
  'advanced-combat': AdvancedCombatSetup;
  armies: ArmiesSetup;
  dice: DiceSetup;
  'fleet-combat': PhasedCombatSetup;
  'phased-combat': PhasedCombatSetup;
  'simple-combat': SimpleCombatSetup;
  theatre: TheatreSetup;
};
