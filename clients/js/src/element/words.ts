// The few words of <muster-battle> that no ruleset brings, in the languages that the rulesets' own texts have; ICU messages, as those are.
const en = {
  loading: 'Loading…', nothing: 'There is no battle to see here.', waiting: 'Waiting for players', asking: 'Waiting until all accept',
  running: 'The battle goes on', wins: '{who} wins: {why}', nobody: 'No winner: {why}',
  seat: '{seat}, {name}', back: 'Back', on: 'Forward', live: 'Latest', step: 'Step {n} of {all}', dice: 'Dice', events: 'What happened', fighting: 'Armies',
  none: 'nothing', open: 'Open the battle', enhanced: '{name} (enhanced)',
  seat_taken: '{who} joined.', battle_started: 'The battle begins.', rolled: '{who} rolled: {dice}', conceded: '{who} conceded.', forfeited: '{who} lost on time.', draw_offered: '{who} offers a draw.',
  seats: { attacker: 'Attacker', defender: 'Defender' },
  reasons: {
    conceded: 'all others conceded',
    timeout: 'time ran out',
    share: 'time ran out for adding to the dice',
    abandoned: 'all others were away too long',
    closed: 'the server’s operator ended it',
    agreed: 'all sides agreed to a draw',
    declined: 'the battle was declined before it began',
    limit: 'the battle got too long for the server',
  },
};
export type Words = typeof en;
const de: Words = {
  loading: 'Wird geladen …', nothing: 'Hier ist keine Schlacht zu sehen.', waiting: 'Wartet auf Spieler', asking: 'Wartet, bis alle annehmen',
  running: 'Die Schlacht läuft', wins: '{who} gewinnt: {why}', nobody: 'Niemand gewinnt: {why}',
  seat: '{seat}, {name}', back: 'Zurück', on: 'Weiter', live: 'Neuestes', step: 'Schritt {n} von {all}', dice: 'Würfel', events: 'Was geschah',
  fighting: 'Armeen', none: 'nichts', open: 'Zur Schlacht', enhanced: '{name} (verstärkt)',
  seat_taken: '{who} ist dabei.', battle_started: 'Die Schlacht beginnt.', rolled: '{who} würfelt: {dice}', conceded: '{who} gibt auf.', forfeited: '{who} verliert durch Zeit.', draw_offered: '{who} bietet ein Remis an.',
  seats: { attacker: 'Angreifer', defender: 'Verteidiger' },
  reasons: {
    conceded: 'alle anderen geben auf',
    timeout: 'die Zeit war um',
    share: 'zu den Würfeln wurde nicht rechtzeitig beigetragen',
    abandoned: 'alle anderen waren zu lange fort',
    closed: 'der Betreiber des Servers hat die Schlacht beendet',
    agreed: 'alle Seiten haben sich auf Remis geeinigt',
    declined: 'die Schlacht wurde vor dem Beginn abgelehnt',
    limit: 'die Schlacht wurde länger, als ein Server sie aufhebt',
  },
};
const fr: Words = {
  loading: 'Chargement…', nothing: 'Il n’y a pas de bataille à voir ici.', waiting: 'En attente de joueurs', asking: 'En attente de l’accord de tous',
  running: 'La bataille continue', wins: '{who} gagne : {why}', nobody: 'Personne ne gagne : {why}',
  seat: '{seat}, {name}', back: 'Retour', on: 'Avancer', live: 'Dernière', step: 'Étape {n} sur {all}', dice: 'Dés', events: 'Ce qui s’est passé',
  fighting: 'Armées', none: 'rien', open: 'Ouvrir la bataille', enhanced: '{name} (amélioré)',
  seat_taken: '{who} a rejoint.', battle_started: 'La bataille commence.', rolled: '{who} lance : {dice}', conceded: '{who} abandonne.', forfeited: '{who} perd au temps.', draw_offered: '{who} propose la nulle.',
  seats: { attacker: 'Attaquant', defender: 'Défenseur' },
  reasons: {
    conceded: 'tous les autres abandonnent',
    timeout: 'le temps est écoulé',
    share: 'une contribution aux dés n’est pas venue à temps',
    abandoned: 'tous les autres se sont absentés trop longtemps',
    closed: 'l’exploitant du serveur y a mis fin',
    agreed: 'tous les camps ont convenu de la nulle',
    declined: 'la bataille a été refusée avant de commencer',
    limit: 'la bataille est devenue trop longue pour le serveur',
  },
};
const all = { en, de, fr };
export type Language = keyof typeof all;

/** The first of these that there are words for. */
export function languageOf(wanted: readonly string[]): Language {
  return wanted.map((each) => each.slice(0, 2)).find((each): each is Language => Object.hasOwn(all, each)) ?? 'en';
}

export const wordsIn = (language: Language): Words => all[language];
