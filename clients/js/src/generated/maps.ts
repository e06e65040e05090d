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
  SimpleCombatFiredData,
  SimpleCombatInitiativeRolledData,
  SimpleCombatMovedData,
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
  battle_created: BattleCreatedData;
  battle_ended: BattleEndedData;
  battle_started: BattleStartedData;
  casualties_taken: AdvancedCombatCasualtiesTakenData | PhasedCombatCasualtiesTakenData;
  choice_sealed: ChoiceSealedData;
  chosen: ChosenData;
  city_assaulted: ArmiesCityAssaultedData;
  claimed: ClaimedData;
  clock_credited: ClockCreditedData;
  closed: ClosedData;
  conceded: ConcededData;
  decision_sealed: DecisionSealedData;
  decision_unsealed: DecisionUnsealedData;
  draw_answered: DrawAnsweredData;
  draw_offered: DrawOfferedData;
  fired: SimpleCombatFiredData;
  forfeited: ForfeitedData;
  hits_dealt: PhasedCombatHitsDealtData;
  initiative_rolled: SimpleCombatInitiativeRolledData;
  ladder_renewed: LadderRenewedData;
  levels_counted: ArmiesLevelsCountedData;
  moved: SimpleCombatMovedData;
  phase_started: AdvancedCombatPhaseStartedData | PhasedCombatPhaseStartedData;
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
  throw_refused: DiceThrowRefusedData;
  thrown: DiceThrownData;
  totalled: AdvancedCombatTotalledData;
  turn_ended: SimpleCombatTurnEndedData;
  turn_started: SimpleCombatTurnStartedData;
  wave_formed: AdvancedCombatWaveFormedData;
  witness_joined: WitnessJoinedData;
  witness_share_given: WitnessShareGivenData;
};

/** What each kind of decision offers, how it may be answered, and what an answer is said to come to before it is given. */
export type Decisions = {
  agree: { options: DiceAgreeOptions; choice: DiceAgreeChoice };
  air_support: { options: AdvancedCombatAirSupportOptions; choice: AdvancedCombatAirSupportChoice; meaning: AdvancedCombatAirSupportMeaning };
  casualties: { options: AdvancedCombatCasualtiesOptions; choice: AdvancedCombatCasualtiesChoice; meaning: AdvancedCombatCasualtiesMeaning } | { options: PhasedCombatCasualtiesOptions; choice: PhasedCombatCasualtiesChoice; meaning: PhasedCombatCasualtiesMeaning };
  fire: { options: SimpleCombatFireOptions; choice: SimpleCombatFireChoice };
  hit_class: { options: PhasedCombatHitClassOptions; choice: PhasedCombatHitClassChoice };
  move: { options: SimpleCombatMoveOptions; choice: SimpleCombatMoveChoice; meaning: SimpleCombatMoveMeaning };
  ready: { options: ReadyOptions; choice: ReadyChoice };
  remove: { options: ArmiesRemoveOptions; choice: ArmiesRemoveChoice };
  retreat: { options: PhasedCombatRetreatOptions; choice: PhasedCombatRetreatChoice };
  share: { options: ShareOptions; choice: ShareChoice };
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
};
