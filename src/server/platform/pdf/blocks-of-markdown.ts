import type { Token } from 'markdown-it';
import { articleParser } from '../../../shared/articles/article-markdown.ts';
import type { PdfBlock, PdfItem, PdfText } from './pdf-content.ts';

const parser = articleParser();

/** A text of the writing room as a document; headings begin below the document's own. */
export function blocksOfMarkdown(markdown: string): PdfBlock[] {
  return blocksUntil(new Reader(parser.parse(markdown, {})), undefined);
}

class Reader {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  next(): Token | undefined {
    return this.#tokens[this.#at++];
  }
}

function blocksUntil(reader: Reader, end: string | undefined): PdfBlock[] {
  const blocks: PdfBlock[] = [];
  for (let token = reader.next(); token && token.type !== end; token = reader.next()) {
    const block = blockOf(token, reader);
    if (block) blocks.push(...block);
  }
  return blocks;
}

function blockOf(token: Token, reader: Reader): PdfBlock[] | undefined {
  switch (token.type) {
    case 'heading_open':
      return [{ kind: 'heading', level: Number(token.tag.slice(1)) > 2 ? 3 : 2, text: plain(reader.next()) }];
    case 'inline':
      return [{ kind: 'paragraph', text: words(token) }];
    case 'bullet_list_open':
      return [{ kind: 'list', items: items(reader, 'bullet_list_close') }];
    case 'ordered_list_open':
      return [
        {
          kind: 'list',
          ordered: true,
          start: Number(token.attrGet('start') ?? 1),
          items: items(reader, 'ordered_list_close'),
        },
      ];
    case 'fence':
    case 'code_block':
      return [{ kind: 'paragraph', text: token.content.trimEnd() }];
    case 'table_open':
      return [table(reader)];
    default:
      return undefined;
  }
}

function items(reader: Reader, end: string): PdfItem[] {
  const made: PdfItem[] = [];
  for (let token = reader.next(); token && token.type !== end; token = reader.next()) {
    if (token.type === 'list_item_open') made.push({ blocks: blocksUntil(reader, 'list_item_close') });
  }
  return made;
}

function table(reader: Reader): PdfBlock {
  const rows: string[][] = [];
  const right: boolean[] = [];
  for (let token = reader.next(); token && token.type !== 'table_close'; token = reader.next()) {
    if (token.type === 'tr_open') rows.push([]);
    if (token.type === 'th_open') right.push(String(token.attrGet('style')).includes('right'));
    if (token.type === 'inline') rows.at(-1)?.push(plain(token));
  }
  const [header = [], ...body] = rows;
  const columns = header.map((name, index) =>
    right[index] ? { header: name, align: 'right' as const } : { header: name },
  );
  return { kind: 'table', columns, rows: body };
}

/** Strong words stay so; the address of a link stands behind its words. */
function words(inline: Token): PdfText {
  const spans: { text: string; strong?: boolean }[] = [];
  let strong = 0;
  let address = '';
  const add = (text: string) => {
    const last = spans.at(-1);
    if (last && (last.strong ?? false) === strong > 0) last.text += text;
    else spans.push(strong > 0 ? { text, strong: true } : { text });
  };
  for (const token of inline.children ?? []) {
    if (token.type === 'strong_open') strong++;
    else if (token.type === 'strong_close') strong--;
    else if (token.type === 'hardbreak') add('\n');
    else if (token.type === 'softbreak') add(' ');
    else if (token.type === 'link_open') address = String(token.attrGet('href') ?? '');
    else if (token.type === 'link_close' && !spans.at(-1)?.text.endsWith(address)) add(` (${address})`);
    else if (token.content) add(token.content);
  }
  const [only, ...others] = spans;
  return only && others.length === 0 && !only.strong ? only.text : spans;
}

function plain(inline: Token | undefined): string {
  if (!inline) return '';
  const text = words(inline);
  return typeof text === 'string' ? text : text.map((span) => span.text).join('');
}
