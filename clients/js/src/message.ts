// Sentences with gaps, in the part of ICU MessageFormat that texts of rulesets need: {argument}, plural with =n, one, other and #, select;
// '' is an apostrophe and '{' a brace. rules/describe/message.hpp does the same; tests/vectors/messages.json holds both to it.

export type MessageArguments = Readonly<Record<string, string | number>>;

const depthMax = 8;
const lengthMax = 100_000;

const unreadable = Symbol('unreadable');

const quote = /'([{}#](?:[^']|'')*)'(?!')/y;

/** What an apostrophe begins: what is meant, and how much of the text it is. */
function quoted(text: string, at: number): [string, number] {
  if (text[at + 1] === "'") return ["'", 2];
  quote.lastIndex = at;
  const found = quote.exec(text);
  return found ? [found[1]!.replaceAll("''", "'"), found[0].length] : ["'", 1];
}

/** What stands between a brace, which was just before `start`, and the one that closes it. */
function insideOf(text: string, start: number): string {
  let open = 1;
  for (let at = start; at < text.length; ) {
    if (text[at] === "'") {
      at += quoted(text, at)[1];
      continue;
    }
    if (text[at] === '{') ++open;
    if (text[at] === '}' && --open === 0) return text.slice(start, at);
    ++at;
  }
  throw unreadable;
}

/** Those of a plural or a select. */
function casesIn(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  const start = /[ \n\t\r]*(?:(=?)[ \n\t\r]*(\w+)[ \n\t\r]*\{|$)/y;
  for (let at = 0; at < text.length; ) {
    start.lastIndex = at;
    const found = start.exec(text);
    if (!found) throw unreadable;
    if (found[2] === undefined) break;
    const inside = insideOf(text, start.lastIndex);
    const key = found[1]! + found[2];
    if (!cases.has(key)) cases.set(key, inside);
    at = start.lastIndex + inside.length + 1;
  }
  if (!cases.has('other')) throw unreadable;
  return cases;
}

const isOne = (value: number, language: string): boolean => value === 1 || (language === 'fr' && value >= 0 && value < 2);

function byNumber(cases: Map<string, string>, value: string | number, language: string): string {
  const exact = cases.get(`=${value}`);
  if (exact !== undefined) return exact;
  return cases.get(typeof value === 'number' && isOne(value, language) ? 'one' : 'other') ?? cases.get('other')!;
}

class Telling {
  private out = '';

  constructor(
    private readonly values: MessageArguments,
    private readonly language: string,
  ) {}

  /** `counted`: what # stands for. */
  tell(text: string, counted: string | null, depth: number): string {
    for (let at = 0; at < text.length; ) {
      if (this.out.length > lengthMax) throw unreadable;
      const c = text[at]!;
      if (c === "'") {
        const [meant, length] = quoted(text, at);
        this.out += meant;
        at += length;
      } else if (c === '}') {
        throw unreadable;
      } else if (c === '{') {
        const inside = insideOf(text, at + 1);
        if (depth === depthMax) throw unreadable;
        this.argument(inside, counted, depth + 1);
        at += inside.length + 2;
      } else {
        this.out += c === '#' && counted !== null ? counted : c;
        ++at;
      }
    }
    if (this.out.length > lengthMax) throw unreadable;
    return this.out;
  }

  private argument(text: string, counted: string | null, depth: number): void {
    const [, name, how, rest] = /^[ \n\t\r]*(\w+)[ \n\t\r]*(?:,[ \n\t\r]*(plural|select)[ \n\t\r]*,([^]*))?$/.exec(text) ?? [];
    if (name === undefined) throw unreadable;
    const value = Object.hasOwn(this.values, name) ? this.values[name]! : `{${name}}`;
    if (how === undefined) {
      this.out += value;
      return;
    }
    const cases = casesIn(rest!);
    if (how === 'select') this.tell(cases.get(String(value)) ?? cases.get('other')!, counted, depth);
    else this.tell(byNumber(cases, value, this.language), String(value), depth);
  }
}

/**
 * The sentence in a language, by its code. Of an argument that is missing stands its name in braces; a message that cannot be read, or
 * would become too long, stays as it is.
 */
export function tellMessage(message: string, values: MessageArguments, language = 'en'): string {
  try {
    return new Telling(values, language).tell(message, null, 0);
  } catch (error) {
    if (error !== unreadable) throw error;
    return message;
  }
}
