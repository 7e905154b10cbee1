export type Format = 'bold' | 'italic' | 'link' | 'heading' | 'list' | 'quote';

/** A replacement in a text, and the selection after it, counted from the start of the text. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  select: [start: number, end: number];
}

export interface Selection {
  text: string;
  start: number;
  end: number;
}

/** Toggles a format on the selected part of a Markdown text. */
export function formatSelection(format: Format, selection: Selection): Edit {
  switch (format) {
    case 'bold':
      return toggleMark(selection, '**', 'bold text');
    case 'italic':
      return toggleMark(selection, '*', 'italic text');
    case 'link':
      return link(selection);
    case 'heading':
      return togglePrefix(selection, '## ');
    case 'list':
      return togglePrefix(selection, '- ');
    case 'quote':
      return togglePrefix(selection, '> ');
  }
}

export interface Picture {
  url: string;
  /** A description for people who can't see the image. */
  alt: string;
  caption: string;
}

/** Puts a picture into a paragraph of its own, in place of the selection. */
export function insertPicture({ url, alt, caption }: Picture, { text, start, end }: Selection): Edit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const title = caption && ` "${escaped(caption, /["\\]/g)}"`;
  const insert = [
    before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n',
    `![${escaped(alt, /[[\]\\]/g)}](${url}${title})`,
    after.trim() === '' || after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n',
  ].join('');
  return { from: start, to: end, insert, select: [start + insert.length, start + insert.length] };
}

/** On one line: a blank line would end the paragraph. */
const escaped = (words: string, special: RegExp) =>
  words.replace(/\s+/g, ' ').trim().replace(special, '\\$&');

function toggleMark({ text, start, end }: Selection, mark: string, placeholder: string): Edit {
  const selected = text.slice(start, end);
  const [from, to] = [start - mark.length, end + mark.length];
  if (stars(text.slice(0, start), 'end', mark) && stars(text.slice(end), 'start', mark)) {
    return { from, to, insert: selected, select: [from, end - mark.length] };
  }
  const inner = selected || placeholder;
  const begin = start + mark.length;
  return { from: start, to: end, insert: mark + inner + mark, select: [begin, begin + inner.length] };
}

function stars(text: string, side: 'start' | 'end', mark: string): boolean {
  let count = 0;
  while (text.at(side === 'end' ? -1 - count : count) === '*') count++;
  return mark === '*' ? count === 1 || count === 3 : count === 2 || count === 3;
}

function link({ text, start, end }: Selection): Edit {
  const selected = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(selected)) {
    const words = 'link text';
    return {
      from: start,
      to: end,
      insert: `[${words}](${selected})`,
      select: [start + 1, start + 1 + words.length],
    };
  }
  const words = selected || 'link text';
  const address = 'https://';
  const begin = start + words.length + 3;
  return { from: start, to: end, insert: `[${words}](${address})`, select: [begin, begin + address.length] };
}

function togglePrefix({ text, start, end }: Selection, prefix: string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', Math.max(start, end - 1));
  const to = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.some(Boolean) && lines.every((line) => line === '' || line.startsWith(prefix));
  const changed = lines.map((line) => {
    if (isOn) return line.slice(line === '' ? 0 : prefix.length);
    return line === '' && lines.length > 1 ? line : prefix + line;
  });
  const insert = changed.join('\n');
  return { from, to, insert, select: [lines.length > 1 ? from : from + insert.length, from + insert.length] };
}
