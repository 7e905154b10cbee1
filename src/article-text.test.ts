import { Fragment, type Node, Slice } from 'prosemirror-model';
import { Transform } from 'prosemirror-transform';
import { describe, expect, it } from 'vitest';
import { generatedMarkdown, seeded } from '../test/generated-markdown.ts';
import { markdownCorpus, pictureId } from '../test/markdown-corpus.ts';
import { markdownToHtml, sanitized } from './server/platform/text/markdown.ts';
import { checkedSlice, sliceOfPlainText } from './web/office/articles/editor/paste.ts';
import { nodes, schema } from './web/office/articles/editor/schema.ts';
import { htmlOf, openText, saveText } from './web/office/articles/editor/source-blocks.ts';

const images = { [pictureId]: { width: 600, height: 400 } };

/** The HTML of a document in the editor is what the server publishes of its text. */
function expectAsPublished(text: string, { doc, references } = openText(text)): void {
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
function expectOthersAsBefore(text: string, index: number): void {
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

describe.each(Object.entries(markdownCorpus))('a text with %s', (_, text) => {
  it('is returned byte for byte', () => {
    const opened = openText(text);
    expect(saveText(opened, opened.doc)).toEqual({ text, isExact: true });
    const copy = schema.nodeFromJSON(opened.doc.toJSON());
    expect(saveText(opened, copy)).toEqual({ text, isExact: true });
  });

  it('looks as it is published', () => expectAsPublished(text));

  it('changes only in the block that is edited', () => {
    for (const index of openText(text).blocks.keys()) expectOthersAsBefore(text, index);
  });
});

describe('definitions of links', () => {
  const text = 'See [us][1].\n\n[1]: /contact\n\nMore of [us][1].\n';

  it('may be changed, and the links follow', () => {
    const opened = openText(text);
    const definition = nodes.source.create(null, schema.text('[1]: /fees'));
    const doc = opened.doc.copy(opened.doc.content.replaceChild(1, definition));
    expect(saveText(opened, doc)).toEqual({ text: text.replace('/contact', '/fees'), isExact: true });
  });

  it('stay for the links that are left when their block is deleted', () => {
    const opened = openText(text);
    const doc = opened.doc.copy(opened.doc.content.replaceChild(1, nodes.horizontal_rule.create()));
    expect(saveText(opened, doc)).toEqual({
      text: 'See [us][1].\n\n---\n\nMore of [us][1].\n\n[1]: /contact\n',
      isExact: true,
    });
  });
});

it('says when Markdown would swallow the next block', () => {
  const opened = openText('One.\n\n[a]: /b\n\nTwo.');
  const fence = nodes.source.create(null, schema.text('```\nnever ends'));
  const doc = opened.doc.copy(opened.doc.content.replaceChild(1, fence));
  expect(saveText(opened, doc).isExact).toBe(false);
});

describe('what is pasted', () => {
  const words = schema.text('Words');
  const cell = (attrs: object) => {
    const row = nodes.table_row.create(null, nodes.table_cell.create(attrs, words));
    return nodes.table.create(null, row);
  };

  it.each([
    ['a heading of a level that there is not', () => nodes.heading.create({ level: 1e9 })],
    ['a cell of many columns', () => cell({ colspan: 1e8 })],
    ['a cell of many rows', () => cell({ rowspan: 1e8 })],
    ['a list with too high a number', () => nodes.ordered_list.create({ order: 1e9 })],
  ])('cannot be %s', (_, make) => expect(make).toThrow(RangeError));

  it('is dropped when its nodes cannot be in each other', () => {
    const node = nodes.paragraph.create(null, nodes.code_block.create());
    expect(checkedSlice(new Slice(Fragment.from(node), 0, 0))).toBe(Slice.empty);
  });

  it('may end with a list without an item', () => {
    const slice = Slice.maxOpen(Fragment.from([cell({}), nodes.bullet_list.create()]));
    const { content } = checkedSlice(slice);
    expect(content.lastChild?.firstChild?.type).toBe(nodes.list_item);
    expect(content.firstChild?.eq(cell({}))).toBe(true);
  });

  it('stays as it is when it is plain', () => {
    const { content } = sliceOfPlainText('https://example.com/a_b_*c*\r\n\r\n# not a heading');
    const doc = nodes.doc.create(null, content);
    expect(doc.children.map((node) => [node.type.name, node.textContent])).toEqual([
      ['paragraph', 'https://example.com/a_b_*c*'],
      ['paragraph', '# not a heading'],
    ]);
    expect(openText(saveText(openText(''), doc).text).doc.textContent).toBe(doc.textContent);
  });
});

it('holds 52 texts', () => expect(Object.keys(markdownCorpus)).toHaveLength(52));

describe('5,000 generated texts', () => {
  const random = seeded(14);

  // A thousand at a time: the limit of a test only ends what hangs.
  it.each([1, 2, 3, 4, 5])('change only in the block that is edited, thousand %i', () => {
    for (let count = 0; count < 1000; count++) {
      const text = generatedMarkdown(random);
      const opened = openText(text);
      expect(saveText(opened, opened.doc)).toEqual({ text, isExact: true });
      const { length } = opened.blocks;
      if (length > 0) expectOthersAsBefore(text, Math.floor(random() * length));
    }
  });
});
