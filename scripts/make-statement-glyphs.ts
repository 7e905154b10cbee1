import { readFileSync, writeFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/**
 * Writes src/server/features/statement/glyphs.ts: the outlines of the site's display font as SVG paths, as librsvg loads no
 * font of ours (docs/decisions/0021-the-statement-is-drawn-in-outlines.md). Run it when the font changes.
 */
const font = 'node_modules/@fontsource/newsreader/files/newsreader-latin-500-normal.woff';
const target = 'src/server/features/statement/glyphs.ts';

/** Printable ASCII, Latin-1, dashes, quotes and the multiplication sign. */
const wanted = [...range(0x20, 0x7e), ...range(0xa0, 0xff), 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The tables of a WOFF file, inflated. */
function tablesOf(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0, at = 44; index < file.readUInt16BE(12); index++, at += 20) {
    const [offset, stored, length] = [4, 8, 12].map((part) => file.readUInt32BE(at + part));
    const bytes = file.subarray(offset, (offset ?? 0) + (stored ?? 0));
    tables.set(file.toString('latin1', at, at + 4), stored === length ? bytes : inflateSync(bytes));
  }
  return tables;
}

const tables = tablesOf(readFileSync(font));

function table(name: string): Buffer {
  const found = tables.get(name);
  if (!found) throw new Error(`${font} has no table ${name}`);
  return found;
}

const unitsPerEm = table('head').readUInt16BE(18);
const longOffsets = table('head').readInt16BE(50) === 1;
const metrics = table('hhea').readUInt16BE(34);

/** By the subtable of format 4. */
function glyphOf(code: number): number {
  const cmap = table('cmap');
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const at = cmap.readUInt32BE(4 + record * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const segments = cmap.readUInt16BE(at + 6);
    for (let segment = 0; segment < segments; segment += 2) {
      if (cmap.readUInt16BE(at + 14 + segment) < code) continue;
      const start = cmap.readUInt16BE(at + 16 + segments + segment);
      const delta = cmap.readUInt16BE(at + 16 + 2 * segments + segment);
      const place = at + 16 + 3 * segments + segment;
      const offset = cmap.readUInt16BE(place);
      if (start > code) return 0;
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = cmap.readUInt16BE(place + offset + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
  }
  return 0;
}

const advanceOf = (glyph: number) => table('hmtx').readUInt16BE(4 * Math.min(glyph, metrics - 1));

interface Point {
  x: number;
  y: number;
  on: boolean;
}

/** Its contours; parts of a composed glyph are moved to their place. */
function contoursOf(glyph: number): Point[][] {
  const loca = table('loca');
  const offset = (index: number) =>
    longOffsets ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index);
  if (offset(glyph) === offset(glyph + 1)) return [];
  const data = table('glyf').subarray(offset(glyph), offset(glyph + 1));
  const count = data.readInt16BE(0);
  return count < 0 ? composed(data) : simple(data, count);
}

function simple(data: Buffer, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, index) => data.readUInt16BE(10 + 2 * index));
  const total = (ends.at(-1) ?? -1) + 1;
  let at = 10 + 2 * count;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < total) {
    const flag = data.readUInt8(at++);
    const times = flag & 8 ? data.readUInt8(at++) + 1 : 1;
    for (let n = 0; n < times; n++) flags.push(flag);
  }
  const read = (short: number, same: number) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data.readUInt8(at++) : -data.readUInt8(at++);
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = read(2, 16);
  const ys = read(4, 32);
  const points = flags.map((flag, index) => ({ x: xs[index] ?? 0, y: ys[index] ?? 0, on: (flag & 1) === 1 }));
  return ends.map((end, index) => points.slice((ends[index - 1] ?? -1) + 1, end + 1));
}

function composed(data: Buffer): Point[][] {
  const contours: Point[][] = [];
  for (let at = 10, more = true; more; ) {
    const flags = data.readUInt16BE(at);
    if (!(flags & 2) || flags & 0xc8) throw new Error('This kind of composed glyph is not read');
    const words = flags & 1;
    const dx = words ? data.readInt16BE(at + 4) : data.readInt8(at + 4);
    const dy = words ? data.readInt16BE(at + 6) : data.readInt8(at + 5);
    for (const contour of contoursOf(data.readUInt16BE(at + 2)))
      contours.push(contour.map(({ x, y, on }) => ({ x: x + dx, y: y + dy, on })));
    at += words ? 8 : 6;
    more = (flags & 32) !== 0;
  }
  return contours;
}

/** Half of the font's own precision is enough for a picture. */
const scale = 2;

/** Quadratic curves; y grows downwards, as in SVG. */
function pathOf(contour: Point[]): string {
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
  const whole = contour.flatMap((point, index) => {
    const next = contour[(index + 1) % contour.length] ?? point;
    return point.on || next.on ? [point] : [point, middle(point, next)];
  });
  const first = whole.findIndex(({ on }) => on);
  const points = [...whole.slice(first), ...whole.slice(0, first)];
  let [x, y] = [0, 0];
  const by = (point: Point, moves: boolean) => {
    const [dx, dy] = [Math.round(point.x / scale) - x, Math.round(-point.y / scale) - y];
    if (moves) [x, y] = [x + dx, y + dy];
    return `${dx} ${dy}`.replace(' -', '-');
  };
  const [begin, ...rest] = points;
  if (!begin) return '';
  // Relative to the pen, which is at the end of the contour before.
  let path = `M${by(begin, true)}`;
  while (rest.length > 0) {
    const point = rest.shift();
    if (!point) break;
    if (point.on) path += `l${by(point, true)}`;
    else path += `q${by(point, false)} ${by(rest.shift() ?? begin, true)}`;
  }
  return `${path}z`;
}

const lines = wanted.flatMap((code) => {
  const glyph = glyphOf(code);
  if (glyph === 0) return [];
  const path = contoursOf(glyph).map(pathOf).join('');
  return [`${code.toString(16)} ${Math.round(advanceOf(glyph) / scale)} ${path}`];
});

const text = `// Made by scripts/make-statement-glyphs.ts from Newsreader 500 (SIL Open Font License 1.1); do not edit.

export const unitsPerEm = ${unitsPerEm / scale};

/** A line for each character: its code point, its advance and its outline. */
export const outlines = \`
${lines.join('\n')}
\`;
`;
if (process.argv[2] !== '--check') writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text)
  throw new Error(`${target} is not what this makes of the font`);
