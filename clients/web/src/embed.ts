// The page that others may frame, /embed/BATTLE: the SDK's <muster-battle> and nothing else. It has no part of the pages' program, so it reads
// no seats, and a page around it can make nobody press anything that counts.
import { defineMusterBattle } from '../../js/src/element/index';
import { languageOf } from '../../js/src/element/words';

document.documentElement.lang = languageOf(navigator.languages); // what the page's other part keeps as chosen is not read
const battle = document.createElement('muster-battle');
battle.setAttribute('battle', location.pathname.split('/')[2] ?? '');
defineMusterBattle();
document.getElementById('battle')!.append(battle);
