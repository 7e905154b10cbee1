import sanitizeHtml from 'sanitize-html';
import { gridOf, type SpannedCell } from '../../../shared/table-grid.ts';
import { isWebAddress } from '../../../shared/web-address.ts';

/** Not a lone <br>, which Markdown may contain. */
const looksLikeHtml = /<(?:p|div|h[1-6]|ul|ol|blockquote|table)[\s>]|<\/(?:strong|b|em|i|u|a|span|p|div)>/i;

/** Before and after the content of a tag; h1 is the article's title. */
const marks: Record<string, [before: string, after: string]> = {
  p: ['\n\n', '\n\n'],
  div: ['\n\n', '\n\n'],
  tr: ['\n\n', '\n\n'],
  td: ['', ' '],
  th: ['', ' '],
  ul: ['\n\n', '\n\n'],
  ol: ['\n\n', '\n\n'],
  h1: ['\n\n## ', '\n\n'],
  h2: ['\n\n## ', '\n\n'],
  h3: ['\n\n### ', '\n\n'],
  h4: ['\n\n#### ', '\n\n'],
  h5: ['\n\n##### ', '\n\n'],
  h6: ['\n\n###### ', '\n\n'],
  strong: ['**', '**'],
  b: ['**', '**'],
  em: ['*', '*'],
  i: ['*', '*'],
};
const allowedTags = [...Object.keys(marks), 'table', 'a', 'br', 'hr', 'li', 'blockquote'];

/**
 * Text of an article in another system as Markdown: HTML is converted, anything else is taken for Markdown. Scripts,
 * styles and pictures are lost; merged cells keep their columns.
 */
export function toMarkdown(text: string): string {
  if (!looksLikeHtml.test(text)) return text;
  // Well-formed from here on, with these tags and escapes only.
  const html = sanitizeHtml(text, {
    allowedTags,
    allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  });
  const lists: string[] = [];
  const links: string[] = [];
  const quotes: string[] = [];
  const tables: OpenTable[] = [];
  let markdown = '';
  for (const token of html.split(/(<[^<>]*>)/)) {
    const [, slash = '', tag] = /^<(\/?)([a-z][a-z0-9]*)/.exec(token) ?? [];
    const isEnd = slash !== '';
    if (tag === undefined) markdown += escapeMarkdown(decodeEntities(token).replace(/\s+/g, ' '));
    else if (tag === 'br') markdown += '\\\n';
    else if (tag === 'hr') markdown += '\n\n---\n\n';
    else if (tag === 'li') markdown += isEnd ? '' : `\n${lists.at(-1) === 'ol' ? '1.' : '-'} `;
    else if (tag === 'a' && isEnd) markdown += closeLink(links.pop() ?? '');
    else if (tag === 'a') {
      links.push(hrefOf(token));
      markdown += links.at(-1) ? '[' : '';
    } else if (tag === 'blockquote' && isEnd) {
      markdown = `${quotes.pop() ?? ''}\n\n${quoted(tidy(markdown))}\n\n`;
    } else if (tag === 'blockquote') {
      quotes.push(markdown);
      markdown = '';
    } else if (tag === 'table' && !isEnd) {
      tables.push({ before: markdown, rows: [] });
    } else if (tag === 'table') {
      const table = tables.pop();
      if (table) markdown = `${table.before}\n\n${tableOf(table.rows)}\n\n`;
    } else if (tag === 'tr' && tables.length > 0) {
      if (!isEnd) tables.at(-1)?.rows.push([]);
    } else if ((tag === 'td' || tag === 'th') && tables.length > 0) {
      const cells = tables.at(-1)?.rows.at(-1);
      if (isEnd) cells?.splice(-1, 1, { ...(cells.at(-1) ?? spansOf('')), content: tidy(markdown) });
      else cells?.push(spansOf(token));
      markdown = '';
    } else {
      if (tag === 'ul' || tag === 'ol') isEnd ? lists.pop() : lists.push(tag);
      markdown += marks[tag]?.[isEnd ? 1 : 0] ?? '';
    }
  }
  return tidy(markdown);
}

interface OpenTable {
  /** The Markdown before it. */
  before: string;
  rows: SpannedCell<string>[][];
}

function spansOf(tag: string): SpannedCell<string> {
  const [, columns = 1] = /colspan="(\d{1,4})"/.exec(tag) ?? [];
  const [, rows = 1] = /rowspan="(\d{1,4})"/.exec(tag) ?? [];
  return { content: '', columns: Number(columns), rows: Number(rows) };
}

/** Without the signs of Markdown for a line break. */
const inOneLine = (cell: string) =>
  cell
    .split('\n')
    .map((line) => line.trim().replace(/\\$/, '').trim())
    .filter((line) => line !== '')
    .join(' ');

/** A table of one column only lays out a page: its cells follow each other. */
function tableOf(rows: SpannedCell<string>[][]): string {
  const grid = gridOf(rows.filter((cells) => cells.length > 0));
  const [first] = grid;
  if (!first) return '';
  if (first.length === 1) return grid.map(([cell = '']) => cell).join('\n\n');
  const line = (cells: (string | undefined)[]) =>
    `| ${cells.map((cell = '') => inOneLine(cell)).join(' | ')} |`;
  const [head, ...body] = grid.map(line);
  return [head, line(first.map(() => '---')), ...body].join('\n');
}

const tidy = (markdown: string) =>
  markdown
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const quoted = (markdown: string) => markdown.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');

const hrefOf = (tag: string) => {
  const [, href = ''] = /href="([^"]*)"/.exec(tag) ?? [];
  const address = decodeEntities(href);
  if (!isWebAddress(address) && !address.startsWith('mailto:')) return '';
  return address.replaceAll('(', '%28').replaceAll(')', '%29').replace(/\s/g, '');
};

const closeLink = (address: string) => (address ? `](${address})` : '');

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
const decodeEntities = (text: string) =>
  text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? '');

const escapeMarkdown = (text: string) =>
  text.replace(/[\\`*_[\]<>#|~]/g, '\\$&').replace(/^(\s*)([-+]|\d{1,9}[.)])(?=\s)/, '$1\\$2');
