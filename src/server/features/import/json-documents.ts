import { createReadStream } from 'node:fs';

export interface JsonDocument {
  /** Where it begins, from 1. */
  line: number;
  text: string;
}

/** Characters; MongoDB limits a document to 16 MB. */
const maxLength = 32_000_000;

const codes = { quote: 34, backslash: 92, open: 123, close: 125, lineFeed: 10 };

/**
 * The documents of a mongoexport file as text: lines, an array or pretty-printed. Reads piece by piece, so that only
 * one document is in memory. Returns anything that is no object, too, and it does not parse. A document that is cut off
 * ends where a line begins with the next.
 */
export async function* documentsOf(path: string): AsyncGenerator<JsonDocument> {
  const splitter = new Splitter();
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    yield* splitter.add(String(chunk));
  }
  yield* splitter.end();
}

class Splitter {
  #line = 1;
  /** The document in progress: earlier chunks of it, and where it began. */
  #pieces: string[] = [];
  #length = 0;
  #begin = 1;
  #atLineStart = true;
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Outside of a document: something that is neither white space nor punctuation of an array. */
  #garbage = false;

  *add(chunk: string): Generator<JsonDocument> {
    let start = this.#isInside() ? 0 : -1;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      // A pretty-printed document indents its contents.
      const isCutOff = code === codes.open && this.#depth > 0 && !this.#inString && this.#atLineStart;
      this.#atLineStart = code === codes.lineFeed;
      if (isCutOff) {
        yield this.#finish(chunk.slice(Math.max(start, 0), at));
        start = -1;
      }
      if (code === codes.lineFeed) this.#line++;
      if (this.#depth === 0 && !this.#garbage) {
        if (code === codes.open) this.#depth = 1;
        else if (isBetween(chunk, at)) continue;
        else this.#garbage = true;
        this.#begin = this.#line;
        start = at;
      } else if (this.#garbage) {
        // Up to the end of its line, where the next document may begin.
        if (code === codes.lineFeed) {
          yield this.#finish(chunk.slice(start, at));
          start = -1;
        }
      } else if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === codes.backslash) this.#escaped = true;
        else if (code === codes.quote) this.#inString = false;
        else if (code === codes.lineFeed) {
          // JSON has no line breaks in strings: the line is cut off, and the next one may be whole.
          yield this.#finish(chunk.slice(start, at));
          start = -1;
        }
      } else if (code === codes.quote) this.#inString = true;
      else if (code === codes.open) this.#depth++;
      else if (code === codes.close && --this.#depth === 0) {
        yield this.#finish(chunk.slice(start, at + 1));
        start = -1;
      }
    }
    if (start >= 0) this.#keep(chunk.slice(start));
  }

  *end(): Generator<JsonDocument> {
    if (this.#isInside()) yield this.#finish('');
  }

  #isInside(): boolean {
    return this.#depth > 0 || this.#garbage;
  }

  /** The rest of a document that is too long is dropped, so that it does not parse. */
  #keep(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= maxLength) this.#pieces.push(piece);
  }

  #finish(last: string): JsonDocument {
    this.#keep(last);
    const document = { line: this.#begin, text: this.#pieces.join('') };
    this.#pieces = [];
    this.#length = 0;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#garbage = false;
    return document;
  }
}

/** White space, a byte order mark, and what separates the documents of an array. */
const isBetween = (chunk: string, at: number) => ' \t\r\n,[]\uFEFF'.includes(chunk.charAt(at));

const recordStart = /\{\s*"_id"\s*:/g;

/**
 * Recovers the records of a piece that does not parse: the text of each that begins with an `_id`, from the second on.
 * In an array on one line, a record that is cut off swallows all that follow.
 */
export function* recordsIn(piece: string): Generator<string> {
  let from = 1;
  for (const { index } of piece.matchAll(recordStart)) {
    if (index < from) continue;
    const end = endOf(piece, index);
    yield piece.slice(index, end ?? piece.length);
    if (end !== undefined) from = end;
  }
}

/** Where the object that begins at `start` ends; undefined when it does not. */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === codes.backslash) at++;
      else if (code === codes.quote) inString = false;
    } else if (code === codes.quote) inString = true;
    else if (code === codes.open) depth++;
    else if (code === codes.close && --depth === 0) return at + 1;
  }
  return undefined;
}

/**
 * How many records a file begins, by a rule of its own: lines that start with a brace, or with one after what separates an
 * array's. An array of one line has one such line.
 */
export async function countRecordStarts(path: string): Promise<number> {
  let count = 0;
  let before = '\n';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const text = `${before}${chunk}`;
    count += text.match(/\n\uFEFF?[[,]?(?=\{)/g)?.length ?? 0;
    // A start may lie across two chunks; one that is counted is not seen again.
    before = /\n\uFEFF?[[,]?$/.exec(text)?.[0] ?? '';
  }
  return count;
}
