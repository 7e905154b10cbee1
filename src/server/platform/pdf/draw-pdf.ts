import PDFDocument from 'pdfkit';
import type { Face } from './font-files.ts';
import type { PdfBlock, PdfContent, PdfItem, PdfText } from './pdf-content.ts';
import { faces } from './pdf-faces.ts';
import { type Line, linesOf, type Run, widestWord } from './pdf-lines.ts';

const page = { width: 612, height: 792, margin: 64, bottom: 72 };
const ink = '#1c2430';
const quiet = '#566072';
const rule = '#c9ced6';
const footerSize = 8;

interface Style {
  face: Face;
  size: number;
  /** Height of a line, as a factor of its size. */
  leading: number;
  color: string;
}

const text: Style = { face: 'text', size: 10, leading: 1.45, color: ink };
const cell: Style = { ...text, size: 9, leading: 1.35 };
const headings: Record<1 | 2 | 3, Style & { before: number }> = {
  1: { face: 'display', size: 22, leading: 1.2, color: ink, before: 0 },
  2: { face: 'display', size: 15, leading: 1.25, color: ink, before: 14 },
  3: { face: 'strong', size: 10.5, leading: 1.35, color: ink, before: 8 },
};

interface CellOptions extends PDFKit.Mixins.StructureElementOptions {
  scope?: 'Column' | 'Row';
}

type Parent = PDFKit.PDFStructureElement;

/** Draws it as a tagged PDF: assistive technology reads headings, lists and the cells of tables in their order. */
export function drawPdf(content: PdfContent): Promise<Uint8Array> {
  const document = new PDFDocument({
    pdfVersion: '1.7',
    size: [page.width, page.height],
    margins: { top: page.margin, bottom: 0, left: page.margin, right: page.margin },
    bufferPages: true,
    tagged: true,
    lang: content.language,
    displayTitle: true,
    // The standard faces would not be embedded.
    font: '',
    info: { Title: content.title, Author: content.author, Producer: 'pdfkit', Creator: content.author },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Uint8Array>((resolve, reject) => {
    document.on('error', reject);
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  const draw = drawing(document);
  const root = document.struct('Document');
  document.addStructure(root);
  draw.blocks(root, content.blocks, page.margin, page.width - 2 * page.margin);
  root.end();
  draw.footers(content.reference ?? content.title);
  document.end();
  return done;
}

function drawing(document: PDFKit.PDFDocument) {
  let y = page.margin;
  for (const file of Object.values(faces()).flat()) document.registerFont(file.name, file.bytes);

  /** Widths at one unit of size, by file and text: most words of a text recur. */
  const widths = new Map<string, number>();
  const measure = (size: number) => (run: Run) => {
    const key = `${run.file.name} ${run.text}`;
    const width = widths.get(key) ?? document.font(run.file.name).fontSize(100).widthOfString(run.text) / 100;
    widths.set(key, width);
    return width * size;
  };
  const lines = (words: PdfText, { face, size }: Style, width: number) =>
    linesOf(words, face, width, measure(size));
  const heightOf = (count: number, { size, leading }: Style) => count * size * leading;

  function nextPage(): void {
    document.continueOnNewPage();
    y = page.margin;
  }

  /** Begins a page unless so much is left of this one. */
  function need(height: number): void {
    if (y > page.margin && y + height > page.height - page.bottom) nextPage();
  }

  function put(line: Line, { size, leading, color }: Style, x: number, at: number): void {
    let left = x;
    for (const run of line.runs) {
      document.font(run.file.name).fontSize(size).fillColor(color);
      const lead = (size * leading - size * 1.17) / 2;
      document.text(run.text, left, at + lead, { lineBreak: false });
      left += measure(size)(run);
    }
  }

  /** Its lines, each on a page where it has room. */
  function flow(words: PdfText, style: Style, x: number, width: number): void {
    for (const line of lines(words, style, width)) {
      need(heightOf(1, style));
      put(line, style, x, y);
      y += heightOf(1, style);
    }
  }

  function tagged(
    parent: Parent,
    type: string,
    words: PdfText,
    style: Style,
    x: number,
    width: number,
  ): void {
    parent.add(document.struct(type, {}, () => flow(words, style, x, width)));
  }

  function artifact(make: () => void): void {
    document.markContent('Artifact', { type: 'Layout' });
    make();
    document.endMarkedContent();
  }

  function line(at: number, x: number, width: number): void {
    artifact(() => {
      document
        .moveTo(x, at)
        .lineTo(x + width, at)
        .lineWidth(0.5)
        .strokeColor(rule)
        .stroke();
    });
  }

  function list(parent: Parent, block: PdfBlock & { kind: 'list' }, x: number, width: number): void {
    const made = document.struct('L');
    parent.add(made);
    const indent = block.ordered ? 20 : 14;
    block.items.forEach((item, index) => {
      const entry = document.struct('LI');
      made.add(entry);
      need(heightOf(1, text));
      const label = block.ordered ? `${(block.start ?? 1) + index}.` : '•';
      const [drawn] = lines(label, text, indent);
      entry.add(document.struct('Lbl', {}, () => drawn && put(drawn, text, x, y)));
      const body = document.struct('LBody');
      entry.add(body);
      drawItem(body, item, x + indent, width - indent);
      y += 3;
      entry.end();
    });
    made.end();
    y += 4;
  }

  function drawItem(body: Parent, item: PdfItem, x: number, width: number): void {
    if (typeof item === 'string') tagged(body, 'P', item, text, x, width);
    else blocks(body, item.blocks, x, width);
  }

  interface Cell {
    type: 'TH' | 'TD';
    scope?: 'Column' | 'Row';
    words: string;
    style: Style;
    right: boolean;
  }

  /** Between two columns. */
  const gap = 10;
  /** The most lines in one part of a row, so that it fits on a page below the heading. */
  const mostLines = Math.floor((page.height - page.margin - page.bottom) / heightOf(1, cell)) - 6;

  /** One row, in parts where no page holds it; `widths` are those of its columns. Without a table, for eyes only. */
  function row(table: Parent | undefined, cells: Cell[], widths: number[], x: number): void {
    const laid = cells.map(({ words, style }, index) => lines(words, style, (widths[index] ?? 0) - gap));
    const count = Math.max(...laid.map(({ length }) => length));
    for (let from = 0; from === 0 || from < count; from += mostLines)
      partOfRow(
        table,
        cells,
        laid.map((one) => one.slice(from, from + mostLines)),
        widths,
        x,
      );
  }

  function partOfRow(
    table: Parent | undefined,
    cells: Cell[],
    laid: Line[][],
    widths: number[],
    x: number,
  ): void {
    const height = Math.max(...laid.map((one, index) => heightOf(one.length, cells[index]?.style ?? cell)));
    need(height + 8);
    const top = y + 4;
    const made = table && document.struct('TR');
    if (made) table.add(made);
    let left = x;
    cells.forEach(({ type, scope, style, right }, index) => {
      const width = (widths[index] ?? 0) - gap;
      const from = left;
      const drawn = () =>
        laid[index]?.forEach((one, number) => {
          put(one, style, right ? from + width - one.width : from, top + heightOf(number, style));
        });
      if (made) made.add(structCell(type, scope, drawn));
      else artifact(drawn);
      left += widths[index] ?? 0;
    });
    made?.end();
    y = top + height + 4;
    line(y, x, widths.reduce((sum, width) => sum + width, 0) - gap);
  }

  function structCell(type: 'TH' | 'TD', scope: Cell['scope'], drawn: () => void): Parent {
    const options: CellOptions = scope ? { scope } : {};
    return document.struct(type, options, drawn);
  }

  function table(parent: Parent, block: PdfBlock & { kind: 'table' }, x: number, width: number): void {
    const made = document.struct('Table');
    parent.add(made);
    if (block.caption) {
      need(70);
      tagged(made, 'Caption', block.caption, headings[3], x, width);
      y += 2;
    }
    const header: Cell[] = block.columns.map(({ header, align }) => ({
      type: 'TH',
      scope: 'Column',
      words: header,
      style: { ...cell, face: 'strong', color: quiet },
      right: align === 'right',
    }));
    const rows = block.rows.map((words): Cell[] =>
      block.columns.map(({ align }, index) => ({
        type: index === 0 ? 'TH' : 'TD',
        ...(index === 0 ? { scope: 'Row' } : {}),
        words: words[index] ?? '',
        style: cell,
        right: align === 'right',
      })),
    );
    const widths = columnWidths([header, ...rows], width + 10);
    need(48);
    row(made, header, widths, x);
    for (const cells of rows) {
      const before = document.bufferedPageRange().count;
      const rowHeight = heightOf(2, cell);
      need(rowHeight);
      // The heading again on each page, for eyes only.
      if (document.bufferedPageRange().count > before) row(undefined, header, widths, x);
      row(made, cells, widths, x);
    }
    made.end();
    y += 10;
  }

  function facts(parent: Parent, block: PdfBlock & { kind: 'facts' }, x: number, width: number): void {
    const made = document.struct('Table');
    parent.add(made);
    const first = Math.min(width * 0.42, 190);
    for (const [label, value] of block.rows) {
      row(
        made,
        [
          { type: 'TH', scope: 'Row', words: label, style: { ...cell, color: quiet }, right: false },
          { type: 'TD', words: value, style: cell, right: false },
        ],
        [first, width - first + 10],
        x,
      );
    }
    made.end();
    y += 10;
  }

  /** As wide as their words where there is room, else between their widest word and that. */
  function columnWidths(rows: Cell[][], width: number): number[] {
    const count = rows[0]?.length ?? 0;
    const wish = Array.from({ length: count }, (_, index) => {
      const cells = rows.flatMap((row) => row[index] ?? []);
      const whole = Math.max(...cells.map(({ words, style }) => lines(words, style, 10_000)[0]?.width ?? 0));
      const least = Math.max(
        ...cells.map(({ words, style }) => widestWord(words, style.face, measure(style.size))),
      );
      return { whole: whole + 11, least: Math.min(least + 11, width / count) };
    });
    const sum = (of: 'whole' | 'least') => wish.reduce((total, one) => total + one[of], 0);
    const spare = width - sum('whole');
    if (spare >= 0) return wish.map(({ whole }, index) => whole + (index === 0 ? spare : 0));
    const share = (width - sum('least')) / Math.max(1, sum('whole') - sum('least'));
    return wish.map(({ whole, least }) => least + (whole - least) * share);
  }

  function signature(
    parent: Parent,
    block: PdfBlock & { kind: 'signature' },
    x: number,
    width: number,
  ): void {
    need(78);
    const made = document.struct('Sect');
    parent.add(made);
    y += 6;
    tagged(made, 'P', block.name, { ...headings[2], size: 18 }, x, width);
    y += 2;
    line(y, x, Math.min(width, 260));
    y += 4;
    tagged(made, 'P', block.capacity, cell, x, width);
    if (block.license) tagged(made, 'P', block.license, cell, x, width);
    tagged(made, 'P', block.when, { ...cell, color: quiet }, x, width);
    made.end();
    y += 12;
  }

  function blocks(parent: Parent, all: PdfBlock[], x: number, width: number): void {
    for (const block of all) drawBlock(parent, block, x, width);
  }

  function drawBlock(parent: Parent, block: PdfBlock, x: number, width: number): void {
    switch (block.kind) {
      case 'heading': {
        const style = headings[block.level];
        if (y > page.margin) y += style.before;
        // Keeps a heading from being the last line of a page.
        need(heightOf(1, style) + 40);
        tagged(parent, `H${block.level}`, block.text, style, x, width);
        y += style.size * 0.4;
        return;
      }
      case 'paragraph': {
        const color = block.tone === 'muted' ? quiet : ink;
        const face = block.tone === 'strong' ? 'strong' : 'text';
        tagged(parent, 'P', block.text, { ...text, color, face }, x, width);
        y += 7;
        return;
      }
      case 'list':
        list(parent, block, x, width);
        return;
      case 'table':
        table(parent, block, x, width);
        return;
      case 'facts':
        facts(parent, block, x, width);
        return;
      case 'signature':
        signature(parent, block, x, width);
        return;
      case 'page':
        if (y > page.margin) nextPage();
    }
  }

  function footers(reference: string): void {
    const style: Style = { face: 'text', size: footerSize, leading: 1.3, color: quiet };
    const { count } = document.bufferedPageRange();
    const at = page.height - 44;
    for (let index = 0; index < count; index++) {
      document.switchToPage(index);
      const [left] = lines(reference, style, 380);
      const [right] = lines(`Page ${index + 1} of ${count}`, style, 100);
      document.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
      if (left) put(left, style, page.margin, at);
      if (right) put(right, style, page.width - page.margin - right.width, at);
      document.endMarkedContent();
    }
  }

  return { blocks, footers };
}
