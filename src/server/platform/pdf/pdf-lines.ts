import { asDrawn } from '../../../shared/pdf-characters.ts';
import type { Face } from './font-files.ts';
import type { PdfText } from './pdf-content.ts';
import { type FaceFile, faces } from './pdf-faces.ts';

/** Neighboring characters that one file draws. */
export interface Run {
  text: string;
  file: FaceFile;
}

export interface Line {
  runs: Run[];
  width: number;
}

export type Measure = (run: Run) => number;

/** Its characters by the files that have them; one that no file has becomes its plain letter, else a question mark. */
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const character of asDrawn(text)) {
    const { file, drawn } = drawnBy(character, face);
    const last = runs.at(-1);
    if (last?.file === file) last.text += drawn;
    else runs.push({ text: drawn, file });
  }
  return runs;
}

interface Drawn {
  file: FaceFile;
  drawn: string;
}

/** Results for each face, by character: a text asks for the same few thousands of times. */
const known: Record<Face, Map<string, Drawn>> = { text: new Map(), strong: new Map(), display: new Map() };

function drawnBy(character: string, face: Face): Drawn {
  const before = known[face].get(character);
  if (before) return before;
  const found = findDrawn(character, faces()[face]);
  known[face].set(character, found);
  return found;
}

function findDrawn(character: string, [first, ...others]: FaceFile[]): Drawn {
  if (!first) throw new Error('A face needs a file');
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  for (const drawn of [character, plain]) {
    const codes = Array.from(drawn, (one) => one.codePointAt(0) ?? 0);
    const file = [first, ...others].find(({ has }) => codes.length > 0 && codes.every(has));
    if (file) return { file, drawn };
  }
  return { file: first, drawn: '?' };
}

interface Word {
  runs: Run[];
  width: number;
  /** Ends its line. */
  last: boolean;
}

/** Broken at spaces and line breaks; a word wider than the line is broken anywhere. */
export function linesOf(text: PdfText, face: Face, width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = { runs: [], width: 0 };
  const end = () => {
    lines.push(trimmed(line, measure));
    line = { runs: [], width: 0 };
  };
  for (const word of wordsOf(text, face, measure)) {
    if (line.runs.length > 0 && line.width + widthWithoutEnd(word, measure) > width) end();
    for (const part of word.width > width ? broken(word, width, measure) : [word]) {
      if (part !== word && line.runs.length > 0) end();
      line.runs.push(...part.runs);
      line.width += part.width;
    }
    if (word.last) end();
  }
  if (line.runs.length > 0 || lines.length === 0) end();
  return lines;
}

/** The widest word, below which a column cannot go. */
export function widestWord(text: string, face: Face, measure: Measure): number {
  return wordsOf(text, face, measure).reduce(
    (most, word) => Math.max(most, widthWithoutEnd(word, measure)),
    0,
  );
}

function wordsOf(text: PdfText, face: Face, measure: Measure): Word[] {
  const parts = typeof text === 'string' ? [{ text }] : text;
  const words: Word[] = [];
  let open: Run[] = [];
  const close = (last: boolean) => {
    words.push({ runs: open, width: open.reduce((sum, run) => sum + measure(run), 0), last });
    open = [];
  };
  for (const part of parts) {
    const own = 'strong' in part && part.strong ? 'strong' : face;
    for (const piece of part.text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? []) {
      if (piece === '\n') close(true);
      else {
        const bare = piece.trimEnd();
        const word = bare === piece ? piece : `${bare} `;
        open.push(...runsOf(word, own));
        if (word.endsWith(' ')) close(false);
      }
    }
  }
  if (open.length > 0) close(false);
  return words;
}

function widthWithoutEnd(word: Word, measure: Measure): number {
  return trimmed({ runs: word.runs, width: word.width }, measure).width;
}

/** Without the space at its end, and with the runs of one file in one. */
function trimmed({ runs }: Line, measure: Measure): Line {
  const merged: Run[] = [];
  for (const run of runs) {
    const before = merged.at(-1);
    if (before?.file === run.file) before.text += run.text;
    else merged.push({ ...run });
  }
  const last = merged.at(-1);
  if (last) last.text = last.text.trimEnd();
  return { runs: merged, width: merged.reduce((sum, run) => sum + measure(run), 0) };
}

function broken(word: Word, width: number, measure: Measure): Word[] {
  const parts: Word[] = [];
  for (const run of word.runs) {
    for (const text of run.text) {
      const character = { text, file: run.file };
      const wide = measure(character);
      const part = parts.at(-1);
      if (!part || part.width + wide > width) parts.push({ runs: [character], width: wide, last: false });
      else {
        part.runs.push(character);
        part.width += wide;
      }
    }
  }
  return parts;
}
