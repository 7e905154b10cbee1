/** A name without its slash, with its `#` escapes read. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** Entries as they stand: of a key that comes twice, readers take either value. */
export class PdfDictionary {
  readonly keys: string[];
  readonly values: PdfValue[];

  constructor(keys: string[], values: PdfValue[]) {
    this.keys = keys;
    this.values = values;
  }

  /** Each value of the key. */
  all(key: string): PdfValue[] {
    return this.values.filter((_, index) => this.keys[index] === key);
  }

  has(key: string): boolean {
    return this.keys.includes(key);
  }
}

/** A string has one character for each byte; null also stands for anything that is no value. */
export type PdfValue = null | boolean | number | string | PdfName | PdfReference | PdfDictionary | PdfValue[];

/** The file can't be judged, so it is refused. */
export class UnreadablePdf extends Error {}

const maxDepth = 200;
/** They take up to 300 MB of memory. */
const maxValues = 1_500_000;
/** No address or key is as long as that: escapes of a longer string stay. */
const maxEscaped = 65_536;

/** By the code of a byte: what ends a name, number or keyword. */
const whitespace = new Set([0, 9, 10, 12, 13, 32]);
const delimiters = new Set(Array.from('()<>[]{}/%', (each) => each.charCodeAt(0)));
const isRegular = Array.from({ length: 256 }, (_, code) => !whitespace.has(code) && !delimiters.has(code));

export const isDelimited = (text: string, at: number): boolean =>
  at < 0 || at >= text.length || !isRegular[text.charCodeAt(at)];

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Shared by all values of a file. */
export class PdfNames {
  /** Each name once: large files have a million of them. */
  readonly #names = new Map<string, PdfName>();
  readonly #onName: (name: string) => void;
  #left = maxValues;

  /** @param onName hears each name that stands anywhere */
  constructor(onName: (name: string) => void) {
    this.#onName = onName;
  }

  of(written: string): PdfName {
    const known = this.#names.get(written);
    if (known) return known;
    const read = written.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    this.#onName(read);
    const made = new PdfName(read);
    this.#names.set(written, made);
    return made;
  }

  /** @throws UnreadablePdf beyond what the memory of the process holds */
  count(): void {
    if (--this.#left < 0) throw new UnreadablePdf();
  }
}

/**
 * Reads values of a text with one character for each byte. It takes broken syntax as readers do that repair a file: an end
 * that is missing is the end of the text, and a token out of place is passed over.
 */
export class PdfValues {
  readonly text: string;
  at: number;
  readonly #names: PdfNames;

  constructor(text: string, at: number, names: PdfNames) {
    this.text = text;
    this.at = at;
    this.#names = names;
  }

  /** Passes over white space and comments. */
  skip(): void {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === 0x25) {
        while (this.at < text.length && text[this.at] !== '\n' && text[this.at] !== '\r') this.at++;
      } else if (!whitespace.has(code)) return;
    }
  }

  /** @throws UnreadablePdf beyond 200 levels */
  value(depth = 0): PdfValue {
    if (depth > maxDepth) throw new UnreadablePdf();
    this.#names.count();
    this.skip();
    const { text, at } = this;
    switch (text[at]) {
      case undefined:
        return null;
      case '/':
        return this.#name();
      case '(':
        return this.#string();
      case '[':
        return this.#array(depth);
      case '<':
        return text[at + 1] === '<' ? this.#dictionary(depth) : this.#hexString();
      case '>':
        this.at += text[at + 1] === '>' ? 2 : 1;
        return null;
      case ')':
      case ']':
      case '{':
      case '}':
        this.at++;
        return null;
      default:
        return this.#word();
    }
  }

  /** Moves behind the keyword if it is next. */
  keyword(word: string): boolean {
    this.skip();
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  #regular(): string {
    const from = this.at;
    while (this.at < this.text.length && isRegular[this.text.charCodeAt(this.at)]) this.at++;
    return this.text.slice(from, this.at);
  }

  #name(): PdfName {
    this.at++;
    return this.#names.of(this.#regular());
  }

  #word(): number | boolean | PdfReference | null {
    const word = this.#regular();
    if (word === 'true' || word === 'false') return word === 'true';
    if (/^\+?\d+$/.test(word) && this.#isReference()) return new PdfReference(Number(word));
    const number = Number(word);
    return Number.isNaN(number) ? null : number;
  }

  /** Whether a generation and R come next: moves behind them only then. */
  #isReference(): boolean {
    const back = this.at;
    this.skip();
    if (/^\+?\d+$/.test(this.#regular())) {
      this.skip();
      if (this.text[this.at] === 'R' && isDelimited(this.text, this.at + 1)) {
        this.at++;
        return true;
      }
    }
    this.at = back;
    return false;
  }

  #array(depth: number): PdfValue[] {
    this.at++;
    const values: PdfValue[] = [];
    for (;;) {
      this.skip();
      // A copy takes no more room than it needs.
      if (this.at >= this.text.length) return values.slice();
      if (this.text[this.at] === ']') {
        this.at++;
        return values.slice();
      }
      values.push(this.value(depth + 1));
    }
  }

  #dictionary(depth: number): PdfDictionary {
    this.at += 2;
    const keys: string[] = [];
    const values: PdfValue[] = [];
    for (;;) {
      this.skip();
      const ends = this.#ends();
      if (ends || this.at >= this.text.length) {
        if (ends) this.at += 2;
        return new PdfDictionary(keys.slice(), values.slice());
      }
      if (this.text[this.at] !== '/') {
        this.value(depth + 1);
        continue;
      }
      keys.push(this.#name().name);
      this.skip();
      values.push(this.#ends() ? null : this.value(depth + 1));
    }
  }

  #ends(): boolean {
    return this.text[this.at] === '>' && this.text[this.at + 1] === '>';
  }

  #hexString(): string {
    const from = this.at + 1;
    const end = this.text.indexOf('>', from);
    this.at = end === -1 ? this.text.length : end + 1;
    const digits = this.text.slice(from, end === -1 ? undefined : end).replace(/[^0-9a-f]/gi, '');
    return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
  }

  #string(): string {
    const { text } = this;
    const from = ++this.at;
    let escaped = false;
    for (let open = 1; this.at < text.length; this.at++) {
      const each = text[this.at];
      if (each === '\\') {
        escaped = true;
        this.at++;
      } else if (each === '(') open++;
      else if (each === ')' && --open === 0) break;
    }
    const written = text.slice(from, this.at++);
    return escaped && written.length <= maxEscaped ? unescaped(written) : written;
  }
}

const unescaped = (written: string): string =>
  written.replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S])|$)/g, (_, octal?: string, each = '') => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    return /^[\r\n]/.test(each) ? '' : (escapes[each] ?? each);
  });
