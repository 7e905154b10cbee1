import { describe, expect, it } from 'vitest';
import { readPdf } from '../../../../test/pdf.ts';
import { writtenNames } from '../../../../test/written-names.ts';
import { asDrawn, undrawable } from '../../../shared/pdf-characters.ts';
import { plainForm } from '../../../shared/search/search-form.ts';
import { blocksOfMarkdown } from './blocks-of-markdown.ts';
import { drawPdf } from './draw-pdf.ts';
import { makePdf } from './make-pdf.ts';
import type { PdfBlock, PdfContent } from './pdf-content.ts';
import { faces } from './pdf-faces.ts';

const content = (blocks: PdfBlock[]): PdfContent => ({
  title: 'Agreement 3',
  language: 'en-US',
  author: 'Bahía Realty',
  reference: 'Agreement 3, version 7',
  blocks,
});

const read = async (...blocks: PdfBlock[]) => readPdf(await makePdf(content(blocks)));

describe('a document', () => {
  it('names its title, author and language, and its footer on each page', async () => {
    const pdf = await read(
      { kind: 'heading', level: 1, text: 'One' },
      { kind: 'page' },
      { kind: 'paragraph', text: 'Two' },
    );
    expect(pdf).toMatchObject({ title: 'Agreement 3', author: 'Bahía Realty', language: 'en-US' });
    expect(pdf.pages).toEqual([
      'One Agreement 3, version 7 Page 1 of 2',
      'Two Agreement 3, version 7 Page 2 of 2',
    ]);
  });

  it('tags headings, paragraphs, lists, tables, facts and signatures in their order', async () => {
    const pdf = await read(
      { kind: 'heading', level: 1, text: 'Terms' },
      { kind: 'paragraph', text: [{ text: 'Pay ' }, { text: 'nothing', strong: true }, { text: ' more.' }] },
      { kind: 'list', ordered: true, items: ['First', { blocks: [{ kind: 'paragraph', text: 'Second' }] }] },
      {
        kind: 'table',
        caption: 'Fees',
        columns: [{ header: 'What' }, { header: 'Fee', align: 'right' }],
        rows: [['Sale', '$475.00']],
      },
      { kind: 'facts', rows: [['Signed', 'today']] },
      {
        kind: 'signature',
        name: 'Jane Doe',
        capacity: 'Licensee',
        license: 'DRE 01234567',
        when: 'Nov 24, 2026',
      },
    );
    expect(pdf.tags.map(({ role }) => role)).toEqual(['H1', 'P', 'L', 'Table', 'Table', 'Sect']);
    expect(
      pdf.tags[2]?.children.map(({ children }) => children.map(({ role, text }) => [role, text])),
    ).toEqual([
      [
        ['Lbl', '1.'],
        ['LBody', 'First'],
      ],
      [
        ['Lbl', '2.'],
        ['LBody', 'Second'],
      ],
    ]);
    expect(pdf.tables).toEqual([
      [
        ['What', 'Fee'],
        ['Sale', '$475.00'],
      ],
      [['Signed', 'today']],
    ]);
    expect(pdf.text).toContain('Pay nothing more.');
    expect(pdf.text).toContain('Jane Doe Licensee DRE 01234567 Nov 24, 2026');
    expect(pdf.headings).toEqual([{ level: 1, text: 'Terms' }]);
  });

  it('reads a table over several pages as one, its heading once', async () => {
    const rows = Array.from({ length: 90 }, (_, index) => [`Row ${index}`, `$${index}`]);
    const pdf = await read({ kind: 'table', columns: [{ header: 'What' }, { header: 'Fee' }], rows });
    expect(pdf.pages.length).toBeGreaterThan(2);
    expect(pdf.tables).toEqual([[['What', 'Fee'], ...rows]]);
    for (const page of pdf.pages) expect(page).toContain('What Fee');
  });

  it('embeds its own faces, also for names of other languages', async () => {
    const pdf = await read({ kind: 'paragraph', text: 'Nguyễn Thị Ánh, Żółć, D’Arcy – 李' });
    expect(pdf.text).toContain('Nguyễn Thị Ánh, Żółć, D’Arcy – ?');
    expect(pdf.fonts.length).toBeGreaterThanOrEqual(3);
    for (const font of pdf.fonts) expect(font).toMatch(/^\/FontName \/[A-Z]{6}\+(PublicSans|Newsreader)-/);
  });

  it('shows every character that is not refused in each of its faces', () => {
    const missing = Array.from({ length: 0x11000 }, (_, code) =>
      String.fromCodePoint(code).normalize('NFC'),
    ).filter(
      (character) =>
        undrawable(character) === '' &&
        !/\s/.test(character) &&
        Object.values(faces()).some((files) =>
          [...asDrawn(character)].some((drawn) => !files.some(({ has }) => has(drawn.codePointAt(0) ?? 0))),
        ),
    );
    expect(missing).toEqual([]);
    expect(undrawable('李 Ana')).toBe('“李” (U+674E)');
    expect(undrawable('Ana \u{1f600}')).toContain('U+1F600');
    expect(undrawable('a\u202eb')).toBe('U+202E');
    expect(undrawable('Nguyễn Thị Ánh, Żółć, D’Arcy\n– $1')).toBe('');
    for (const { name, typed } of writtenNames)
      for (const each of [name, ...typed]) {
        if (/[\u202a-\u202e]/.test(each)) continue;
        expect(undrawable(each)).toBe('');
        expect(plainForm(asDrawn(each))).toBe(plainForm(name));
      }
    expect(asDrawn('Kaʻahumanu Smith\u2011Jones')).toBe("Ka'ahumanu Smith-Jones");
  });

  it('draws a row that no page holds over several', async () => {
    const words = Array.from({ length: 1500 }, (_, index) => `w${index}`);
    const pdf = await read({
      kind: 'table',
      columns: [{ header: 'No.' }, { header: 'Terms' }],
      rows: [['1', words.join(' ')]],
    });
    const lines = pdf.pages.map((page) => page.match(/w\d+/g) ?? []);
    expect(lines.flat()).toEqual(words);
    expect(lines.length).toBeGreaterThan(1);
    expect(pdf.tables[0]?.map((row) => row[1] ?? '').join(' ')).toBe(`Terms ${words.join(' ')}`);
  });

  it('breaks a word that is wider than its line', async () => {
    const pdf = await read({ kind: 'facts', rows: [['SHA-256', 'a'.repeat(200)]] });
    expect(pdf.tables[0]?.[0]?.[1]?.replaceAll(' ', '')).toBe('a'.repeat(200));
  });

  it('draws those asked for at once, one after another', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, index) => read({ kind: 'paragraph', text: `Number ${index}` })),
    );
    expect(made.map(({ text }) => text.slice(0, 8))).toEqual([0, 1, 2, 3, 4].map((n) => `Number ${n}`));
  });

  it('takes 150 KB for 12 pages', async () => {
    const sentence = 'The broker reviews each transaction within ten days of its closing, as the law asks. ';
    const bytes = await drawPdf(
      content(blocksOfMarkdown(`## Terms\n\n${`${sentence.repeat(8)}\n\n`.repeat(70)}`)),
    );
    const { pages } = await readPdf(bytes);
    expect(pages.length).toBeGreaterThanOrEqual(12);
    expect(bytes.length).toBeLessThanOrEqual(150_000);
  });
});

it('makes blocks of the Markdown of the writing room', () => {
  const markdown = [
    '# Duties',
    'Read **all** of it, [here](https://example.org/a).',
    '3. Three\n4. Four\n\n   - Inner',
    '| What | Fee |\n| --- | --: |\n| Sale | $475 |',
    '#### Deep',
    '> Said',
  ].join('\n\n');
  expect(blocksOfMarkdown(markdown)).toEqual([
    { kind: 'heading', level: 2, text: 'Duties' },
    {
      kind: 'paragraph',
      text: [
        { text: 'Read ' },
        { text: 'all', strong: true },
        { text: ' of it, here (https://example.org/a).' },
      ],
    },
    {
      kind: 'list',
      ordered: true,
      start: 3,
      items: [
        { blocks: [{ kind: 'paragraph', text: 'Three' }] },
        {
          blocks: [
            { kind: 'paragraph', text: 'Four' },
            { kind: 'list', items: [{ blocks: [{ kind: 'paragraph', text: 'Inner' }] }] },
          ],
        },
      ],
    },
    {
      kind: 'table',
      columns: [{ header: 'What' }, { header: 'Fee', align: 'right' }],
      rows: [['Sale', '$475']],
    },
    { kind: 'heading', level: 3, text: 'Deep' },
    { kind: 'paragraph', text: 'Said' },
  ]);
});
