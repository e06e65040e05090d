import type { RulesetTexts } from '../en/rulings';

const advanced: RulesetTexts = {
  steps: [
    'Die kleinere Armee tritt ganz vor. Die größere antwortet mit einer gleich großen Welle aus Einheiten ihrer Wahl und darf es sich in der nächsten Phase anders überlegen.',
    'Flugzeuge müssen fliegen. Jede Seite nennt eine Klasse von Einheiten in ihrer Welle; neben jeder davon fliegt ein Flugzeug, so weit sie reichen.',
    'Erst der Angreifer, dann der Verteidiger zählt zusammen: einen Würfel je Einheit mal ihre Epoche und einen je Flugzeug mal seine Stärke (eine Sechs zählt als Fünf), die Boni, den halben Vorsprung in der Wissenschaft je Einheit, die Epoche jeder Figur, die auf die Klasse trifft, die sie schlägt; dem Angreifer einer Siedlung wird deren Verteidigung abgezogen.',
    'Die Summe ist der Schaden an der feindlichen Welle. Eine Einheit fängt 5 je Epoche auf; ältere sterben zuerst, nur ganze Einheiten sterben, ein Rest verfällt. Unter Einheiten einer Epoche wählt der Besitzer, der Angreifer zuerst.',
    'So folgt Phase auf Phase, bis eine Armee verschwunden ist.',
  ],
  rulings: [
    { id: 'A1', question: 'Wer wählt die Welle, wenn beide gleich groß sind?', answer: 'Niemand: Beide schicken alles vor. Wer mehr hat, wird in jeder Phase neu gefragt.' },
    { id: 'A2', question: 'Sehen Boni auf die Armee oder auf die Welle?', answer: 'Boni, Wissenschaft und Paarungen auf die Wellen; die Siedlung auf die ganze lebende Armee des Verteidigers.' },
    { id: 'A3', question: 'Bei welchen Würfeln zählt die Sechs als Fünf?', answer: 'Bei allen, auch denen der Flugzeuge.' },
    { id: 'A4', question: 'Werden Boni mit der Epoche malgenommen?', answer: 'Nein, jede Einheit zählt ihren Bonus einmal dazu.' },
    { id: 'A5', question: 'Wer hat den Vorsprung in der Wissenschaft?', answer: 'Wer vorn liegt, Angreifer oder Verteidiger; Flugzeuge zählen nicht. Wie gerundet wird, ist eine Hausregel.' },
    { id: 'A6', question: 'Welche Figuren werden gepaart?', answer: 'Eine auf eine, zum Vorteil des Besitzers: die neuesten. Eine Hausregel kann das ändern.' },
    { id: 'A7', question: 'Was kostet eine Siedlung den Angreifer?', answer: 'Ihre Epoche für jede lebende Bodeneinheit des Verteidigers; hinter der Chinesischen Mauer in der Antike 2. Später ist die Mauer veraltet.' },
    { id: 'A8', question: 'Kann eine Summe negativ sein?', answer: 'Nein, dann ist sie 0.' },
    { id: 'A9', question: 'Wer stirbt zuerst?', answer: 'Beide Summen werden gewürfelt, bevor jemand weggenommen wird.' },
    { id: 'A10', question: 'Wer kann zum Sterben gewählt werden?', answer: 'Nur Einheiten in der Welle, die älteste Epoche zuerst; gewählt wird zwischen Arten einer Epoche.' },
    { id: 'A11', question: 'Und wenn beide verschwunden sind?', answer: 'Niemand gewinnt; eine Siedlung wird nicht genommen.' },
    { id: 'A12', question: 'Und wenn niemand je etwas töten kann?', answer: 'Die Schlacht endet vor der Phase, in der das feststeht, und nach 100 Phasen hintereinander, in denen niemand starb. Beide behalten ihre Einheiten, niemand gewinnt.' },
    { id: 'A13', question: 'Wie fliegen und fallen Flugzeuge?', answer: 'Die stärksten fliegen, wenn der Besitzer nichts anderes sagt. Ein Flugzeug fällt mit der Einheit neben ihm; Einheiten ohne eines sterben zuerst, wenn der Besitzer nichts anderes sagt.' },
    { id: 'A14', question: 'Darf der Angreifer abziehen?', answer: 'Nein, außer die Hausregel erlaubt es; wer abzieht, verliert die Schlacht.' },
    { id: 'A15', question: 'Flotten?', answer: 'Kämpfen nur gegen Flotten, ohne Paarungen. Flugzeuge dürfen sie unterstützen.' },
  ],
};

const phased: RulesetTexts = {
  steps: [
    'Eine Runde hat Phasen: Flugzeuge (nur in der ersten Runde), Artillerie, Kavallerie, Infanterie; auf See Flugzeuge und Schiffe.',
    'Erst der Angreifer, dann der Verteidiger würfelt für jede Einheit der Phase so viele Würfel wie ihre Epoche. Jeder, der höchstens den Kampfwert zeigt, ist ein Treffer: Artillerie 1, Kavallerie und Schiffe 2, Infanterie 3, Flugzeuge 1 und ihre Stärke, dazu die Boni der Einheit. Eine Siedlung nimmt den Werten des Angreifers 1, die Chinesische Mauer 2 (der Artillerie nur 1).',
    'Wer an Land getroffen hat, nennt die Klasse, die es zuerst trifft. Beide tun das zugleich und verdeckt.',
    'Eine Einheit braucht genau so viele Treffer wie ihre Epoche, dann ist sie weg. Ihr Besitzer wählt, aber Treffer, die töten können, müssen töten. Was übrig ist, wird für die nächste Phase aufgehoben.',
    'Nach einer Runde darf der Angreifer sich in ein Gebiet zurückziehen: ein eigenes, sonst ein neutrales, sonst ist die Armee vernichtet. Dann hat der Verteidiger gewonnen.',
  ],
  rulings: [
    { id: 'C1', question: 'Welche Phasen gibt es?', answer: 'Eine Phase, in der keine Seite Einheiten ihrer Klasse hat, entfällt.' },
    { id: 'C2', question: 'Welchen Kampfwert hat eine Einheit?', answer: 'Den ihrer Klasse mit ihren Boni, nie unter 1; ab 6 trifft jeder Würfel. Die Mauer tritt an die Stelle der Siedlung und zählt nur in einer.' },
    { id: 'C3', question: 'Wie viele Würfel wirft ein Flugzeug, und was hält es aus?', answer: 'So viele wie seine Stärke; eine Hausregel macht vier daraus.' },
    { id: 'C4', question: 'Wer feuert zuerst?', answer: 'Der Angreifer würfelt zuerst, aber Treffer werden am Ende der Phase verteilt: Beide kämpfen mit voller Stärke.' },
    { id: 'C5', question: 'Wer nennt eine Klasse, und welche?', answer: 'Wer an Land neue Treffer gelandet hat, nachdem beide gewürfelt haben; jede Klasse, die der Feind hat.' },
    { id: 'C6', question: 'Wie werden Treffer verteilt?', answer: 'In der genannten Klasse, bis dort nichts mehr getötet werden kann, dann überall. Aufgehobene kommen zu den nächsten dazu und verfallen am Ende.' },
    { id: 'C7', question: 'Wen treffen Flugzeuge?', answer: 'Zuerst Flugzeuge; Bodeneinheiten nur, wenn kein feindliches Flugzeug mehr lebt. Nach ihrer Phase feuern Flugzeuge nicht und werden nicht getroffen.' },
    { id: 'C8', question: 'Und wer nur noch Flugzeuge hat?', answer: 'Hat gegen Bodeneinheiten verloren: Flugzeuge halten keinen Boden. Sind es zwei solche, gewinnt niemand.' },
    { id: 'C9', question: 'Wohin darf der Angreifer sich zurückziehen?', answer: 'Alle Einheiten in ein Gebiet: ein eigenes, wenn es eines gibt, sonst ein neutrales ohne unverteidigte Stadt. Gibt es keines, ist die Armee vernichtet.' },
  ],
};

const armies: RulesetTexts = {
  steps: [
    'Sind mehr Marker da, als bleiben dürfen, verlieren beide Seiten welche, bis es nicht mehr sind oder eine Seite verschwunden ist.',
    'Die Vorteilsstufe einer Seite ist 1 für Metallverarbeitung, mit einem Armeemarker vor Ort je 1 für Militärwesen und Mathematik, dazu, was andere Regeln geben. Der Unterschied der Stufen ist der Vorteil dessen, der vorn liegt, höchstens 5.',
    'Vor dem Kampf verliert dessen Feind bis zu 2 Marker, je nach Vorteil und danach, ob der Bevorteilte mehr, gleich viele oder weniger hat.',
    'Dann verlieren die Seiten abwechselnd einen Marker, der Feind des Bevorteilten zuerst. Ohne Vorteil beginnt, wer weniger hat; bei gleich vielen verlieren beide zugleich einen. Der Besitzer wählt, welcher Marker geht.',
    'Eine Stadt wird mit allen Markern gestürmt, die übrig sind, wenn niemand vor ihr steht: 7 werden gebraucht (6, wenn nur der Angreifer Ingenieurwesen hat, 8, wenn nur der Verteidiger). Sind es zu wenige, gehen sie verloren; sonst wird die Stadt zu einem Bevölkerungsmarker weniger als das, und ein neuer Konflikt folgt.',
  ],
  rulings: [
    { id: 'D1', question: 'Wann gibt es einen Konflikt?', answer: 'Wenn beide Seiten da sind und mehr Marker, als bleiben dürfen (vor einer Stadt: mehr als 0). Sonst gewinnt niemand.' },
    { id: 'D2', question: 'Was zählt zur Stufe, und wann?', answer: 'Gezählt wird einmal, und nicht noch einmal, wenn die Armeemarker weg sind.' },
    { id: 'D3', question: 'Aus wessen Sicht ist mehr und weniger?', answer: 'Aus der des Bevorteilten, bevor etwas weggenommen wird.' },
    { id: 'D4', question: 'In welcher Reihenfolge gehen Marker verloren?', answer: 'Zuerst die vor dem Kampf, dann abwechselnd.' },
    { id: 'D5', question: 'Wann ist Schluss?', answer: 'Nach jedem Schritt, sobald nicht mehr zu viele da sind oder eine Seite verschwunden ist. Zwei zugleich verlorene sind ein Schritt.' },
    { id: 'D6', question: 'Wie wird eine Stadt genommen?', answer: 'Zuerst werden ihre Verteidiger im Gebiet bekämpft, bis niemand mehr bleibt. Der Konflikt um die Marker der Stadt ist ein neuer, sein Vorteil wird neu gezählt.' },
  ],
};

const simple: RulesetTexts = {
  steps: [
    'Initiative: Jede Seite würfelt, die mit mehr lebenden Einheiten zählt 1 dazu. Die höhere Summe beginnt.',
    'Bewegung: Die Seiten ziehen abwechselnd je eine Einheit. Ein Schritt auf ein Nachbarfeld kostet 1. Unpassierbare Felder kann niemand betreten.',
    'Feuer: Ebenso feuert eine Einheit nach der anderen. Sie sagt alle Schüsse auf einmal an, jede Waffe einmal, auf Feinde in Reichweite und Sicht; dann werden sie nacheinander ausgewürfelt.',
    'Ein Würfel zum Treffen: 1 mehr, wenn die Einheit in diesem Zug nicht gefahren ist, 1 weniger, wenn sie mehr als die Hälfte ihrer Bewegung verbraucht hat. Trifft er, ein Würfel für den Schaden: Die Panzerung des Ziels wird dazugezählt, negative ist also besser.',
    'Ein Schuss, der beschädigt, nimmt dem Ziel für immer so viele Schadenspunkte wie seine Wucht. Bei 0 ist es zerstört.',
    'Die letzte Seite auf dem Feld gewinnt; nach dem letzten Zug die, der mehr Wert geblieben ist.',
  ],
  rulings: [
    { id: 'E1', question: 'Ist Panzerung gut oder schlecht?', answer: 'Sie wird zum Schadenswurf gezählt, −1 ist also gute Panzerung.' },
    { id: 'E2', question: 'Und wenn eine Zahl nicht auf den Würfel passt?', answer: 'Über 6 ist unmöglich, 1 und darunter sicher. Gewürfelte Einsen und Sechsen sind eine Hausregel.' },
    { id: 'E3', question: 'Was ist eine Entfernung?', answer: 'Sechsecke: Schritte. Quadrate: die gerade Linie, aufgerundet; ein schräger Schritt darf nicht zwischen zwei unpassierbaren Ecken hindurch. Weiter als 6 feuert nichts.' },
    { id: 'E4', question: 'Gleichstand und ungleiche Zahl?', answer: 'Bei Gleichstand wird noch einmal gewürfelt. Die Seite, die noch Einheiten hat, macht allein weiter.' },
    { id: 'E5', question: 'Wann werden Schüsse angesagt?', answer: 'Alle einer Einheit, bevor einer gewürfelt wird. Ein Schuss auf eine Einheit, die ein früherer zerstört hat, ist verloren, wenn die Hausregel ihn nicht auf ein anderes Ziel lenkt.' },
    { id: 'E6', question: 'Wer kommt an wem vorbei?', answer: 'Eine Einheit auf einem Feld; durch Freunde ja, durch Feinde und unpassierbare Felder nein.' },
    { id: 'E7', question: 'Was verdeckt die Sicht?', answer: 'Ein unpassierbares Feld, durch das die Linie von Mitte zu Mitte geht. Eine Linie entlang einer Kante ist nur verdeckt, wenn es die Felder auf beiden Seiten sind.' },
    { id: 'E8', question: 'Wann ist es vorbei?', answer: 'Wenn eine Seite zerstört ist, oder nach dem letzten Zug: Wert mal Anteil der Schadenspunkte, die noch da sind. Weniger als 5 % Unterschied ist unentschieden.' },
    { id: 'E9', question: 'Was tut die Vorgabe?', answer: 'Einheiten bleiben stehen und feuern so, dass am meisten Wert zerstört werden dürfte.' },
    { id: 'E10', question: 'Welche Zwillinge sind ein Paar?', answer: 'Der erste mit dem zweiten, der dritte mit dem vierten.' },
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
