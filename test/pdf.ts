import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A node of the tags: its role, its words in their order, and what is in it. */
interface PdfTag {
  role: string;
  text: string;
  children: PdfTag[];
}

export interface ReadPdf {
  title: string;
  author: string;
  language: string;
  pages: string[];
  /** All pages, each line break and space as one space. */
  text: string;
  tags: PdfTag[];
  /** For each table, its rows of cells. */
  tables: string[][][];
  headings: { level: number; text: string }[];
  fonts: string[];
}

type Tree = { role?: string; id?: string; type?: string; children?: Tree[] };

/** Reads a PDF back as a viewer does. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const opened = await task.promise;
  const { info } = await opened.getMetadata();
  const field = (name: string): string => String(new Map(Object.entries(info)).get(name) ?? '');
  const pages: string[] = [];
  const tags: PdfTag[] = [];
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number);
    const content = await page.getTextContent({ includeMarkedContent: true });
    const words = new Map<string, string>();
    const open: (string | undefined)[] = [];
    let whole = '';
    for (const item of content.items) {
      if ('str' in item) {
        const text = item.str + (item.hasEOL ? ' ' : '');
        whole += text;
        const id = open.findLast((one) => one !== undefined);
        if (id !== undefined) words.set(id, (words.get(id) ?? '') + text);
      } else if (item.type === 'endMarkedContent') open.pop();
      else open.push('id' in item && typeof item.id === 'string' ? item.id : undefined);
    }
    pages.push(whole.replace(/\s+/g, ' ').trim());
    const tree: Tree | null = await page.getStructTree();
    const made = tree && tagOf(tree, words);
    for (const document of made?.children ?? []) addPage(tags, document.children);
  }
  await task.destroy();
  const all = tags.flatMap(flat);
  return {
    title: field('Title'),
    author: field('Author'),
    language: field('Language'),
    pages,
    text: pages.join(' '),
    tags,
    tables: all
      .filter(({ role }) => role === 'Table')
      .map(({ children }) =>
        children.filter(({ role }) => role === 'TR').map((row) => row.children.map(({ text }) => text)),
      ),
    headings: all
      .filter(({ role }) => /^H\d$/.test(role))
      .map(({ role, text }) => ({ level: Number(role.slice(1)), text })),
    fonts: [
      ...new Set(
        Buffer.from(bytes)
          .toString('latin1')
          .match(/\/FontName \/[\w+-]+/g) ?? [],
      ),
    ],
  };
}

/** The tags of a page: a table goes on with the rows that have words here. */
function addPage(tags: PdfTag[], page: PdfTag[]): void {
  for (const tag of page.filter(({ text }) => text !== '')) {
    const rows = tag.role === 'Table' ? tag.children.filter(({ text }) => text !== '') : tag.children;
    const last = tags.at(-1);
    if (tag.role === 'Table' && last?.role === 'Table' && tag === page.find(({ text }) => text !== ''))
      last.children.push(...rows);
    else tags.push({ ...tag, children: rows });
  }
}

const flat = (tag: PdfTag): PdfTag[] => [tag, ...tag.children.flatMap(flat)];

function tagOf(tree: Tree, words: Map<string, string>): PdfTag {
  const children: PdfTag[] = [];
  let text = '';
  for (const child of tree.children ?? []) {
    if (child.role === undefined) text += words.get(child.id ?? '') ?? '';
    else {
      const made = tagOf(child, words);
      children.push(made);
      text += ` ${made.text}`;
    }
  }
  return { role: tree.role ?? '', text: text.replace(/\s+/g, ' ').trim(), children };
}
