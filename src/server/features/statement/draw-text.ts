import { outlines, unitsPerEm } from './glyphs.ts';

interface Glyph {
  advance: number;
  path: string;
}

const glyphs = new Map<string, Glyph>();
for (const line of outlines.trim().split('\n')) {
  const [code = '', advance = '', ...path] = line.split(' ');
  glyphs.set(String.fromCodePoint(Number.parseInt(code, 16)), {
    advance: Number(advance),
    path: path.join(' '),
  });
}

/** For what the font does not have. */
const missing = glyphs.get('?') ?? { advance: unitsPerEm / 2, path: '' };

const glyphsOf = (text: string) =>
  [...text.normalize('NFC')].map((character) => glyphs.get(character) ?? missing);

const widthOf = (text: string) => glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0) / unitsPerEm;

interface Place {
  x: number;
  /** Position of the baseline. */
  y: number;
  /** Pixels of the em; less where `maxWidth` demands it. */
  size: number;
  fill: string;
  maxWidth?: number;
  anchor?: 'start' | 'end';
}

/** SVG of one line of text in the site's display font, as outlines. */
export function drawText(
  text: string,
  { x, y, size, fill, maxWidth = 1040, anchor = 'start' }: Place,
): string {
  const width = widthOf(text);
  const fitting = Math.min(size, maxWidth / Math.max(width, 0.01));
  const scale = fitting / unitsPerEm;
  let at = 0;
  const paths = glyphsOf(text).map(({ advance, path }) => {
    const drawn = path && `<path d="${path}" transform="translate(${at})"/>`;
    at += advance;
    return drawn;
  });
  const begin = anchor === 'start' ? x : x - width * fitting;
  return `<g fill="${fill}" transform="translate(${begin.toFixed(1)} ${y}) scale(${scale.toFixed(5)})">${paths.join('')}</g>`;
}
