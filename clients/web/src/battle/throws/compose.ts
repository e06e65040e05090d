// A throw as buttons change it: its last kind of dice. What cannot be read is left to who types it.
const last = /(?:^|,)\s*(\d*)d(\d+|%)([^,]*)$/i;

interface Parts {
  before: string;
  dice: number;
  sides: string;
  keep: string;
  modifier: number;
  hit: string;
}

function partsOf(roll: string): Parts | null {
  const found = last.exec(roll);
  if (!found) return null;
  const [all, dice = '', sides = '', rest = ''] = found;
  return {
    before: roll.slice(0, roll.length - all.length) + (all.startsWith(',') ? ', ' : ''),
    dice: Number(dice || 1),
    sides,
    keep: /k[hl]\s*\d+/i.exec(rest)?.[0].replaceAll(' ', '').toLowerCase() ?? '',
    modifier: Number(/[+-]\s*\d+/.exec(rest)?.[0].replaceAll(' ', '') ?? 0),
    hit: /[<>]=\s*\d+/.exec(rest)?.[0].replaceAll(' ', '') ?? '',
  };
}

const written = ({ before, dice, sides, keep, modifier, hit }: Parts) => `${before}${dice}d${sides}${keep}${modifier > 0 ? '+' : ''}${modifier || ''}${hit}`;
const changed = (roll: string, change: (parts: Parts) => Partial<Parts>): string => {
  const parts = partsOf(roll);
  return parts ? written({ ...parts, ...change(parts) }) : roll;
};

/** One more of these dice: of the kind that stands last, or another kind. */
export function withDie(roll: string, sides: string): string {
  const parts = partsOf(roll);
  if (parts?.sides === sides) return written({ ...parts, dice: parts.dice + 1 });
  return roll.trim() ? `${roll.trim().replace(/,$/, '')}, 1d${sides}` : `1d${sides}`;
}

/** One fewer; after the last of its kind the kind before it stands there. */
export function withoutDie(roll: string): string {
  const parts = partsOf(roll);
  if (!parts) return '';
  return parts.dice > 1 ? written({ ...parts, dice: parts.dice - 1 }) : parts.before.replace(/,\s*$/, '');
}

export const withModifier = (roll: string, by: number) => changed(roll, ({ modifier }) => ({ modifier: modifier + by }));

/** Only the highest or lowest counts; of all of them again when it is pressed once more. */
export const withKept = (roll: string, which: 'kh' | 'kl') => changed(roll, ({ keep }) => ({ keep: keep.startsWith(which) ? '' : `${which}1` }));

/** Each die of so many or more is a hit: from the middle upwards, then none. */
export const withThreshold = (roll: string) =>
  changed(roll, ({ hit, sides }) => {
    const most = sides === '%' ? 100 : Number(sides);
    const next = hit.startsWith('>=') ? Number(hit.slice(2)) + 1 : Math.floor(most / 2) + 1;
    return { hit: next > most ? '' : `>=${next}` };
  });
