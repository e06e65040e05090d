import type en from '../en/nudges';

const nudges: typeof en = {
  ask: 'Sag mir, wenn ich dran bin',
  open: 'Du erfährst es, wenn du dran bist, solange diese Seite offen ist.',
  closed: 'Du erfährst es, wenn du dran bist, auch wenn diese Seite zu ist.',
  ask_closed: 'Sag es mir auch, wenn sie zu ist',
  ask_no_more: 'Sag es mir nicht mehr, wenn sie zu ist',
  unreachable: 'Dieser Browser ist nicht erreichbar, wenn die Seite zu ist.',
  denied: 'Dieser Browser zeigt keine Mitteilungen dieser Seite. Wo er sich merkt, was Seiten dürfen, kannst du sie erlauben.',
  title: 'Du bist dran',

  others: 'Wer es noch erfährt',
  others_note: 'Mit der Adresse eines Webhooks erfährt ein Kanal bei Discord oder Slack, oder ein Programm von dir, wenn du dran bist. Sonst sieht niemand die Adresse.',
  browser: (host) => `ein anderer Browser, über ${host}`,
  remove: 'Entfernen',
  address: 'Adresse des Webhooks',
  add: 'Diesem Kanal sagen',
  secret: 'Seine Nachrichten sind mit diesem Geheimnis unterschrieben, das nur jetzt gezeigt wird:',
};
export default nudges;
