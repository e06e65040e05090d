// JSON as the program reads it (rules/json.hpp): of a text of which not everybody reads the same (RFC 7493) nothing is read.

const depthMax = 24;
const spaces = /[ \t\n\r]*/y;
const literals = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

export class NoJson extends Error {}

/** Refuses a key that is given twice, half of a surrogate pair, and what is too deep (NoJson). A number that is not written as an integer becomes NaN. */
export function parseStrictly(text: string): unknown {
  return new Reader(text).whole();
}

class Reader {
  private at = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    if (this.text.startsWith('\ufeff')) this.at = 1;
    const value = this.value();
    if (this.next() !== undefined) throw new NoJson();
    return value;
  }

  private value(): unknown {
    switch (this.next()) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string();
      default:
        return this.literal();
    }
  }

  /** What comes next that is no space. */
  private next(): string | undefined {
    spaces.lastIndex = this.at;
    spaces.test(this.text);
    this.at = spaces.lastIndex;
    return this.text[this.at];
  }

  private object(): object {
    const out: Record<string, unknown> = {};
    this.items('}', () => {
      if (this.next() !== '"') throw new NoJson();
      const key = this.string();
      if (Object.hasOwn(out, key)) throw new NoJson();
      this.take(':');
      Object.defineProperty(out, key, { value: this.value(), writable: true, enumerable: true, configurable: true }); // "__proto__", too
    });
    return out;
  }

  private array(): unknown[] {
    const out: unknown[] = [];
    this.items(']', () => out.push(this.value()));
    return out;
  }

  private items(close: string, read: () => void): void {
    if (++this.depth > depthMax) throw new NoJson();
    ++this.at;
    if (this.next() !== close) {
      for (read(); this.next() === ','; read()) ++this.at;
    }
    this.take(close);
    --this.depth;
  }

  private take(expected: string): void {
    if (this.next() !== expected) throw new NoJson();
    ++this.at;
  }

  private string(): string {
    const begin = this.at;
    for (let end = this.text.indexOf('"', begin + 1); end > 0; end = this.text.indexOf('"', end + 1)) {
      let escape = end;
      while (this.text[escape - 1] === '\\') --escape;
      if ((end - escape) % 2 === 1) continue;
      this.at = end + 1;
      return unescaped(this.text.slice(begin, this.at));
    }
    throw new NoJson();
  }

  private literal(): unknown {
    literals.lastIndex = this.at;
    const [word] = literals.exec(this.text) ?? [];
    if (word === undefined) throw new NoJson();
    if (/[0-9]/.test(word) && !Number.isFinite(Number(word))) throw new NoJson();
    this.at += word.length;
    return /[0-9][.eE]/.test(word) ? Number.NaN : JSON.parse(word);
  }
}

function unescaped(quoted: string): string {
  let words;
  try {
    words = JSON.parse(quoted) as string;
  } catch {
    throw new NoJson();
  }
  if (/\p{Surrogate}/u.test(words)) throw new NoJson(); // half of a pair
  return words;
}
