import { Fragment, Slice } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { markdownCorpus } from '../test/markdown-corpus.ts';
import { expectAsPublished, expectOthersAsBefore } from './edited-text.ts';
import { checkedSlice, sliceOfPlainText } from './web/office/articles/editor/paste.ts';
import { nodes, schema } from './web/office/articles/editor/schema.ts';
import { openText, saveText } from './web/office/articles/editor/source-blocks.ts';

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
