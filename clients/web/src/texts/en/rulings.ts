// How each ruleset is played, and what its source leaves open. Loaded with the page that shows it.
export interface Ruling {
  id: string;
  question: string;
  answer: string;
}
export interface RulesetTexts {
  steps: string[];
  rulings: Ruling[];
}

const advanced: RulesetTexts = {
  steps: [
    'The smaller army steps forward whole. The larger one answers with a wave of the same size, of any units it likes, and may change its mind in the next phase.',
    'Aircraft must fly. Each side names one class of units in its wave; one aircraft flies beside each unit of it, as far as they go.',
    'First the attacker, then the defender adds up a total: a die for each unit times its era and a die for each aircraft times its strength (a six counts as five), modifiers, half the scientific lead for each unit, the era of each piece that meets the class it beats, and for the attacker of a settlement less by its defences.',
    'The total is the damage to the enemy’s wave. A unit absorbs 5 for each era; older units die first, only whole units die, what is left over is lost. Among units of one era the owner chooses, the attacker first.',
    'Phases follow until one army is gone.',
  ],
  rulings: [
    { id: 'A1', question: 'Who chooses the wave when both are equal?', answer: 'Nobody: both put everything forward. Who has more is asked anew in each phase.' },
    { id: 'A2', question: 'Do bonuses look at the army or at the wave?', answer: 'Modifiers, science and matches at the waves; the settlement at the defender’s whole living army.' },
    { id: 'A3', question: 'Which dice turn six into five?', answer: 'All of them, the aircraft’s too.' },
    { id: 'A4', question: 'Are modifiers multiplied by the era?', answer: 'No, each unit adds its modifier once.' },
    { id: 'A5', question: 'Who has the scientific lead?', answer: 'Whoever leads, attacker or defender; aircraft do not count. How it is rounded is a house rule.' },
    { id: 'A6', question: 'Which pieces are matched?', answer: 'One to one, to the owner’s advantage: the newest. A house rule can change that.' },
    { id: 'A7', question: 'What does a settlement cost the attacker?', answer: 'Its era for each living ground unit of the defender; 2 behind the Great Wall in the ancient era. Later the wall is obsolete.' },
    { id: 'A8', question: 'Can a total be negative?', answer: 'No, it is 0 then.' },
    { id: 'A9', question: 'Who dies first?', answer: 'Both totals are rolled before anyone is removed.' },
    { id: 'A10', question: 'Who may be chosen to die?', answer: 'Units in the wave only, the oldest era first; the choice is between types of one era.' },
    { id: 'A11', question: 'And if both are gone?', answer: 'Nobody wins; a settlement is not taken.' },
    { id: 'A12', question: 'What if nobody can ever kill anything?', answer: 'The battle ends before the phase in which that is certain, and after 100 phases in a row in which nobody died. Both keep their units and nobody wins.' },
    { id: 'A13', question: 'How do aircraft fly and die?', answer: 'The strongest fly unless the owner says otherwise. An aircraft dies with the unit beside it; units without one die first unless the owner says otherwise.' },
    { id: 'A14', question: 'May the attacker leave?', answer: 'No, unless the house rule allows it; whoever leaves loses the battle.' },
    { id: 'A15', question: 'Fleets?', answer: 'Fight fleets only, without matches. Aircraft may support them.' },
  ],
};

const phased: RulesetTexts = {
  steps: [
    'A round has phases: aircraft (in the first round only), artillery, cavalry, infantry; at sea aircraft and ships.',
    'First the attacker, then the defender rolls as many dice for each unit of the phase as its era says. Each die that shows its combat value or less is a hit: artillery 1, cavalry and ships 2, infantry 3, aircraft 1 and their strength, with the modifiers of the unit. A settlement takes 1 off the attacker’s values, the Great Wall 2 (from artillery only 1).',
    'Whoever dealt hits on land names the class that they strike first. Both do so at once, unseen.',
    'A unit takes exactly as many hits as its era, then it is gone. Its owner chooses, but hits that can kill must kill. What is left is kept for the next phase.',
    'After a round the attacker may retreat to one region: his own, else a neutral one, else the army is destroyed. Then the defender has won.',
  ],
  rulings: [
    { id: 'C1', question: 'Which phases are there?', answer: 'A phase in which neither side has units of its class is left out.' },
    { id: 'C2', question: 'Which combat value has a unit?', answer: 'That of its class with its modifiers, never below 1; from 6 on every die hits. The wall takes the settlement’s place and counts in a settlement only.' },
    { id: 'C3', question: 'How many dice does an aircraft roll, and what does it take?', answer: 'As many as its strength; a house rule makes it four.' },
    { id: 'C4', question: 'Who fires first?', answer: 'The attacker rolls first, but hits are placed at the end of the phase: both fight at full strength.' },
    { id: 'C5', question: 'Who names a class, and which?', answer: 'Whoever dealt new hits on land, after both rolled; any class that the enemy has.' },
    { id: 'C6', question: 'How are hits placed?', answer: 'In the named class until nothing there can be killed, then anywhere until nothing can be. Kept hits join the next ones, and are lost with the end.' },
    { id: 'C7', question: 'Whom do aircraft hit?', answer: 'Aircraft first; ground units only when no enemy aircraft lives. After their phase aircraft neither fire nor are hit.' },
    { id: 'C8', question: 'And who has aircraft only?', answer: 'Has lost against ground units: aircraft hold no ground. Two such, and nobody wins.' },
    { id: 'C9', question: 'Where may the attacker retreat to?', answer: 'All units to one region: one of his own if there is any, else a neutral one without an undefended city. If there is none, the army is destroyed.' },
  ],
};

const armies: RulesetTexts = {
  steps: [
    'If there are more tokens than may stay, both sides lose some until no more are left than that, or one side is gone.',
    'A side’s level of advantage is 1 for Metalworking, with an army token there 1 each for Military and Mathematics, and what other rules add. The difference of the levels is the holder’s net level, 5 at most.',
    'Before combat the enemy of the holder loses up to 2 tokens, by the net level and by whether the holder has more, as many or fewer.',
    'Then the sides lose one token in turn, the enemy of the holder first. Without an advantage the side with fewer tokens begins; with as many, both lose one at once. The owner chooses which token goes.',
    'A city is assaulted with all tokens that are left when nobody stands before it: 7 are needed (6 if only the attacker has Engineering, 8 if only the defender). With too few they are lost; otherwise the city becomes one population token fewer than that, and another conflict follows.',
  ],
  rulings: [
    { id: 'D1', question: 'When is there a conflict?', answer: 'With both sides there and more tokens than the limit (than 0 before a city). Otherwise nobody wins.' },
    { id: 'D2', question: 'What counts towards the level, and when?', answer: 'It is counted once, and not again when the army tokens are gone.' },
    { id: 'D3', question: 'From whose view are more and fewer?', answer: 'The holder’s, before anything is removed.' },
    { id: 'D4', question: 'In which order are tokens lost?', answer: 'First those before combat, then in turn.' },
    { id: 'D5', question: 'When does it stop?', answer: 'After each step, as soon as the total is at the limit or a side is gone. A pair lost at once is one step.' },
    { id: 'D6', question: 'How is a city taken?', answer: 'Its defenders in the area are fought first, with a limit of 0. The conflict for the city’s tokens is another one, and its advantage is counted anew.' },
  ],
};

const simple: RulesetTexts = {
  steps: [
    'Initiative: each side rolls a die, the side with more living units adds 1. The higher total begins.',
    'Moves: the sides take turns to move one unit each. A step to a neighbouring cell costs 1. Impassable cells cannot be entered.',
    'Fire: in the same way one unit after the other fires. It names all its shots at once, each weapon once, at any enemy in range and sight; then they are resolved one by one.',
    'A die to hit: 1 is added if the unit has not moved in this turn, 1 taken off if it has spent more than half its moves. If it hits, a die to damage: the target’s armour is added to the roll, so negative armour is better.',
    'A shot that damages takes its power off the target’s damage capacity, for good. At 0 the target is destroyed.',
    'The last side on the field wins; after the last turn, the side with more points left.',
  ],
  rulings: [
    { id: 'E1', question: 'Is armour good or bad?', answer: 'It is added to the roll to damage, so −1 is good armour.' },
    { id: 'E2', question: 'What if a number leaves the die?', answer: 'Above 6 is impossible, 1 and below certain. Natural ones and sixes are a house rule.' },
    { id: 'E3', question: 'What is a distance?', answer: 'Hexes: steps. Squares: the straight line, rounded up; a diagonal step must not pass between two impassable corners. Nothing fires beyond 6.' },
    { id: 'E4', question: 'Ties and unequal numbers?', answer: 'Ties are rolled again. The side with units left goes on alone.' },
    { id: 'E5', question: 'When are shots declared?', answer: 'All shots of a unit before any is rolled. A shot at a unit that an earlier one destroyed is lost, unless the house rule turns it to another.' },
    { id: 'E6', question: 'Who may pass whom?', answer: 'One unit in a cell; through friends yes, through enemies and impassable cells no.' },
    { id: 'E7', question: 'What blocks a line of sight?', answer: 'An impassable cell that the line from centre to centre crosses. A line along an edge is blocked only if the cells on both sides are.' },
    { id: 'E8', question: 'When is it over?', answer: 'When a side is destroyed, or after the last turn: points times the damage that can still be taken. A difference of less than 5 % is a draw.' },
    { id: 'E9', question: 'What does the default do?', answer: 'Units stay, and fire what is expected to destroy the most points.' },
    { id: 'E10', question: 'Which twins are a pair?', answer: 'The first with the second, the third with the fourth.' },
  ],
};

const texts: Record<string, RulesetTexts> = {
  'advanced-combat': advanced,
  'phased-combat': phased,
  'fleet-combat': phased,
  armies,
  'simple-combat': simple,
};
export default texts;
