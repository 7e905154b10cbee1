/** Words in one face, or with some of them strong. */
export type PdfText = string | { text: string; strong?: boolean }[];

/** An item of a list: its text, or blocks if it has more than one paragraph. */
export type PdfItem = string | { blocks: PdfBlock[] };

export type PdfBlock =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string }
  | { kind: 'paragraph'; text: PdfText; tone?: 'muted' | 'strong' }
  | { kind: 'list'; ordered?: boolean; start?: number; items: PdfItem[] }
  | { kind: 'table'; caption?: string; columns: { header: string; align?: 'right' }[]; rows: string[][] }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'signature'; name: string; capacity: string; license?: string; when: string }
  | { kind: 'page' };

export interface PdfContent {
  /** Title of the reader's window; the page itself begins with a heading of `blocks`. */
  title: string;
  language: 'en-US';
  author: string;
  /** In the footer of each page, before "Page 1 of 2". */
  reference?: string;
  blocks: PdfBlock[];
}
