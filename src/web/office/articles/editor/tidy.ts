import { Fragment, type Mark, type MarkType, type Node } from 'prosemirror-model';
import type { MarkdownParser } from '../../../../shared/articles/article-markdown.ts';
import { isCode, marks, nodes, schema } from './schema.ts';

/**
 * Blocks in the form that Markdown can hold: no empty paragraphs, no white space at the ends of texts and of marks, tables with
 * rows of one length. Two blocks that publish the same have the same form.
 */
export const tidy = (blocks: readonly Node[], parser: MarkdownParser): Node[] =>
  blocks.flatMap((block) => tidyBlock(block, parser) ?? []);

function tidyBlock(node: Node, parser: MarkdownParser): Node | undefined {
  switch (node.type) {
    case nodes.source:
      return node.textContent.trim() === '' ? undefined : node;
    case nodes.paragraph: {
      const content = tidyInline(node, parser, true);
      return content.childCount === 0 ? undefined : node.copy(content);
    }
    case nodes.heading:
      return node.copy(tidyInline(node, parser, node.attrs.level <= 2));
    case nodes.blockquote:
      return node.copy(Fragment.fromArray(tidyContainer(node, parser)));
    case nodes.bullet_list:
    case nodes.ordered_list:
      return tidyList(node, parser);
    case nodes.table:
      return tidyTable(node, parser);
    default:
      return node;
  }
}

function tidyContainer(node: Node, parser: MarkdownParser): Node[] {
  const blocks = tidy(node.children, parser);
  return blocks.length > 0 ? blocks : [nodes.paragraph.create()];
}

function tidyList(list: Node, parser: MarkdownParser): Node {
  const items = list.children.map((item) => tidyContainer(item, parser));
  const isLoose =
    (!list.attrs.tight && (items.length > 1 || items.some((blocks) => blocks.length > 1))) ||
    items.some((blocks) => blocks.some((block, index) => index > 0 && needsBlank(blocks[index - 1], block)));
  const hasParagraph = items.some((blocks) =>
    blocks.some((block) => !isEmpty(block) && block.type === nodes.paragraph),
  );
  return list.type.create(
    { ...list.attrs, tight: !isLoose || !hasParagraph },
    items.map((blocks) => nodes.list_item.create(null, blocks)),
  );
}

const isEmpty = (block: Node) => block.childCount === 0;

const isList = ({ type }: Node) => type === nodes.bullet_list || type === nodes.ordered_list;

/** True if the second block needs a blank line before it to be one of its own. */
export function needsBlank(before: Node | undefined, block: Node): boolean {
  if (!before) return false;
  const goesOn =
    before.type !== nodes.heading &&
    before.type !== nodes.code_block &&
    before.type !== nodes.horizontal_rule;
  if (block.type === nodes.paragraph || block.type === nodes.table) return goesOn;
  if (before.type === nodes.table) return true;
  if (block.type === nodes.blockquote) return before.type === nodes.blockquote;
  if (!isList(block) || before.type !== nodes.paragraph) return false;
  return (block.type === nodes.ordered_list && block.attrs.order !== 1) || isEmptyItem(block.firstChild);
}

const isEmptyItem = (item: Node | null): boolean =>
  item?.childCount === 1 && item.firstChild?.childCount === 0;

/** The first row names the columns and aligns them; short rows are filled. */
function tidyTable(table: Node, parser: MarkdownParser): Node | undefined {
  const width = Math.max(...table.children.map(({ childCount }) => childCount));
  if (width === 0) return undefined;
  const head = table.firstChild;
  const rows = table.children.map((row, rowIndex) => {
    const type = rowIndex === 0 ? nodes.table_header : nodes.table_cell;
    const cells = Array.from({ length: width }, (_, index) => {
      const align = head?.maybeChild(index)?.attrs.align ?? null;
      const cell = row.maybeChild(index);
      return type.create({ align }, cell ? tidyInline(cell, parser, false) : null);
    });
    return nodes.table_row.create(null, cells);
  });
  return nodes.table.create(null, rows);
}

type Piece = Node;
const isBreak = ({ type, marks: set }: Piece) =>
  type === nodes.hard_break || set.some((mark) => mark.type === marks.soft_break);
const isText = (piece: Piece | undefined): piece is Piece =>
  piece?.isText === true && !isBreak(piece) && !isCode(piece.marks);

function tidyInline(parent: Node, parser: MarkdownParser, breaks: boolean): Fragment {
  const pieces: Piece[] = [];
  const trimLast = () => {
    let last = pieces.at(-1);
    while (isText(last)) {
      const text = (last.text ?? '').trimEnd();
      pieces.pop();
      if (text) {
        pieces.push(schema.text(text, last.marks));
        return;
      }
      last = pieces.at(-1);
    }
  };
  for (const piece of parent.children.map((child) => plain(child, parser, breaks))) {
    const last = pieces.at(-1);
    const isFirst = !last || isBreak(last);
    if (isBreak(piece)) {
      trimLast();
      const before = pieces.at(-1);
      if (!before || (isBreak(before) && piece.isText)) continue;
      if (isBreak(before) && before.isText) pieces.pop();
      pieces.push(piece);
    } else if (isText(piece) && isFirst) {
      const text = (piece.text ?? '').trimStart();
      if (text) pieces.push(schema.text(text, piece.marks));
    } else pieces.push(piece);
  }
  trimLast();
  for (let last = pieces.at(-1); last && isBreak(last); last = pieces.at(-1)) {
    pieces.pop();
    trimLast();
  }
  return Fragment.fromArray(expelSpace(Fragment.fromArray(pieces).content));
}

/** Without what Markdown cannot say: nesting where there is no difference, marks on code's inside, lines where there are none. */
function plain(node: Node, parser: MarkdownParser, breaks: boolean): Node {
  let set = node.marks.flatMap((mark) => plainMark(mark, parser));
  const code = isCode(set);
  if (!node.isText) set = set.filter(({ type }) => type !== marks.code && type !== marks.soft_break);
  if (node.type === nodes.hard_break && !breaks) return schema.text(' ', set);
  if (!node.isText) return node.mark(set);
  const isSoft = set.some(({ type }) => type === marks.soft_break);
  if (isSoft && (!breaks || code)) set = set.filter(({ type }) => type !== marks.soft_break);
  return schema.text((node.text ?? '').replace(/[\r\n]+/g, ' '), set);
}

function plainMark(mark: Mark, parser: MarkdownParser): Mark[] {
  if (mark.type !== marks.link) return [mark.type.create()];
  const href = parser.normalizeLink(mark.attrs.href);
  return parser.validateLink(href) ? [marks.link.create({ href, title: mark.attrs.title })] : [];
}

const withoutSpace = [marks.link, marks.em, marks.strong, marks.strike];

/** Markdown has no mark that begins or ends with a space. */
function expelSpace(pieces: readonly Piece[]): Piece[] {
  return withoutSpace.reduce<Piece[]>(
    (list, type) => {
      const forward = expelAtStarts(list, type, false);
      return expelAtStarts(forward.reverse(), type, true).reverse();
    },
    [...pieces],
  );
}

function expelAtStarts(pieces: readonly Piece[], type: MarkType, reversed: boolean): Piece[] {
  let before: Mark | undefined;
  return pieces.flatMap((piece) => {
    const mark = type.isInSet(piece.marks);
    if (!mark || before?.eq(mark)) {
      before = mark;
      return [piece];
    }
    const without = mark.removeFromSet(piece.marks);
    before = undefined;
    if (isBreak(piece)) return [piece.mark(without)];
    before = mark;
    if (!isText(piece)) return [piece];
    const text = piece.text ?? '';
    const rest = reversed ? text.trimEnd() : text.trimStart();
    if (rest === text) return [piece];
    const space = schema.text(
      reversed ? text.slice(rest.length) : text.slice(0, text.length - rest.length),
      without,
    );
    if (rest) return [space, schema.text(rest, piece.marks)];
    before = undefined;
    return [space];
  });
}
