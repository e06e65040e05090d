/** Words, by language, that count on exactly two. */
export const twoSided = {
  en: /\b(both|either (side|player)|neither (side|player|of you)|other (side|player|seat|one)\b|opponent|the enemy\b|two (sides|players|seats)|the other’s)/i,
  de: /\b(beide[nrs]?\b|(der|die|des|dem|den|deine[mnr]?) andere[nr]? (Seite|Spieler|Partei)|(der|den|dem|des) Gegners?\b|(dein|deinen|deinem|einen) Gegner\b|keine von beiden|zwei (Seiten|Spieler))/i,
  fr: /(\b(les|des|aux) deux\b|\btou(s|tes) (les )?deux\b|l’adversaire|votre adversaire|un adversaire|l’autre (joueur|camp|côté)|l’ennemi\b|\bdeux (camps|joueurs)\b(?! ou plus))/i,
};
