import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { create, type Font } from 'fontkit';
import { besideCode } from '../project-folder.ts';
import { type Face, faceFiles } from './font-files.ts';

export interface FaceFile {
  name: string;
  bytes: Buffer;
  has: (codePoint: number) => boolean;
}

function load(file: string): FaceFile {
  const bytes = readFileSync(besideCode(file));
  const name = basename(file, '.woff');
  const font = create(bytes);
  if (!isFont(font)) throw new Error(`${name} is no single font`);
  return { name, bytes, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

const isFont = (font: object): font is Font => 'hasGlyphForCodePoint' in font;

let loaded: Record<Face, FaceFile[]> | undefined;

/** Read once by a thread. */
export function faces(): Record<Face, FaceFile[]> {
  loaded ??= {
    text: faceFiles.text.map(load),
    strong: faceFiles.strong.map(load),
    display: faceFiles.display.map(load),
  };
  return loaded;
}
