import type { Node } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { expect } from 'vitest';
import { pictureId } from '../test/markdown-corpus.ts';
import { markdownToHtml, sanitized } from './server/platform/text/markdown.ts';
import { nodes, schema } from './web/office/articles/editor/schema.ts';
import { htmlOf, openText, saveText } from './web/office/articles/editor/source-blocks.ts';

const images = { [pictureId]: { width: 600, height: 400 } };

/** The HTML of a document in the editor is what the server publishes of its text. */
export function expectAsPublished(text: string, { doc, references } = openText(text)): void {
  expect(sanitized(htmlOf(doc, references), images)).toBe(markdownToHtml(text, images));
}

/** Writes at the end of the block, or a paragraph in place of one that holds no text. */
function edited(doc: Node, index: number, words: string): Node {
  const change = new Transform(doc);
  let start = 0;
  for (let at = 0; at < index; at++) start += doc.child(at).nodeSize;
  const block = doc.child(index);
  let end = -1;
  if (block.isTextblock && block.type !== nodes.source) end = start + 1 + block.content.size;
  block.descendants((node, at) => {
    if (node.isTextblock) end = start + 1 + at + 1 + node.content.size;
  });
  if (end < 0) {
    const paragraph = nodes.paragraph.create(null, schema.text(words));
    return change.replaceWith(start, start + block.nodeSize, paragraph).doc;
  }
  return change.insert(end, schema.text(words)).doc;
}

const isDefinition = (source: string) => /^\[[^\]]+\]: /.test(source);

/** Definitions that follow each other are one block. */
const each = (sources: string[]) =>
  sources.flatMap((source) => (isDefinition(source) ? source.split(/(?:\r?\n){2,}/) : source));

/** Every block but the edited one has the source it had, and the text is published as the editor shows it. */
export function expectOthersAsBefore(text: string, index: number): void {
  const opened = openText(text);
  const doc = edited(opened.doc, index, ' zebra');
  const saved = saveText(opened, doc);
  expect(saved.isExact).toBe(true);
  const before = opened.blocks.map(({ source }) => source);
  const reopened = openText(saved.text);
  const [head, rest] = [each(before.slice(0, index)), each(before.slice(index + 1))];
  // A definition that was in the edited block, and that others need, is added at an end.
  const isAdded = (source = '') => isDefinition(source) && ![...head, ...rest].includes(source);
  const sources = each(reopened.blocks.map(({ source }) => source));
  const own = sources.filter((source, at) => !((at === 0 || at === sources.length - 1) && isAdded(source)));
  const tail = own.length - rest.length;
  expect(own.slice(0, head.length)).toEqual(head);
  expect(own.slice(tail)).toEqual(rest);
  expect(own.slice(head.length, tail).join()).toContain('zebra');
  expectAsPublished(saved.text, reopened);
}
