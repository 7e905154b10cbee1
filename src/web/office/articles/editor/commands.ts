import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, EditorState } from 'prosemirror-state';
import { TextSelection, type Transaction } from 'prosemirror-state';
import { marks, nodes, schema } from './schema.ts';

/** The formats that the toolbar shows as pressed. */
export interface Formats {
  bold: boolean;
  italic: boolean;
  strike: boolean;
  code: boolean;
  link: boolean;
  heading: number;
  bullets: boolean;
  numbers: boolean;
  quote: boolean;
  codeBlock: boolean;
  table: boolean;
}

function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return Boolean(type.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, type);
}

function around(state: EditorState, type: NodeType): Node | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type === type) return $from.node(depth);
  }
  return undefined;
}

export function formatsOf(state: EditorState): Formats {
  return {
    bold: hasMark(state, marks.strong),
    italic: hasMark(state, marks.em),
    strike: hasMark(state, marks.strike),
    code: hasMark(state, marks.code),
    link: hasMark(state, marks.link),
    heading: Number(around(state, nodes.heading)?.attrs.level ?? 0),
    bullets: Boolean(around(state, nodes.bullet_list)),
    numbers: Boolean(around(state, nodes.ordered_list)),
    quote: Boolean(around(state, nodes.blockquote)),
    codeBlock: Boolean(around(state, nodes.code_block)),
    table: Boolean(around(state, nodes.table)),
  };
}

/** Makes the paragraphs of the selection headings of a level, or those headings paragraphs. */
const toggleHeading =
  (level: number): Command =>
  (state, dispatch) =>
    around(state, nodes.heading)?.attrs.level === level
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch);

const toggleCodeBlock: Command = (state, dispatch) =>
  setBlockType(around(state, nodes.code_block) ? nodes.paragraph : nodes.code_block)(state, dispatch);

const toggleQuote: Command = (state, dispatch) =>
  around(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

const toggleList =
  (type: NodeType): Command =>
  (state, dispatch) =>
    around(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch);

/** Puts a divider in place of the selection, and the cursor into the text after it: a selected divider would be typed over. */
export function putRule(transaction: Transaction): Transaction {
  const rule = nodes.horizontal_rule.create();
  transaction.replaceSelectionWith(rule);
  let end: number | undefined;
  transaction.doc.descendants((node, at) => {
    if (node === rule) end = at + 1;
    return end === undefined;
  });
  if (end === undefined) return transaction;
  if (!transaction.doc.resolve(end).nodeAfter?.isTextblock) transaction.insert(end, nodes.paragraph.create());
  return transaction.setSelection(TextSelection.create(transaction.doc, end + 1));
}

const insertRule: Command = (state, dispatch) => {
  dispatch?.(putRule(state.tr).scrollIntoView());
  return true;
};

/** Three columns: a row of names and two of values. */
const insertTable: Command = (state, dispatch) => {
  if (around(state, nodes.table)) return false;
  const row = (type: NodeType) =>
    nodes.table_row.create(
      null,
      [1, 2, 3].map(() => type.create()),
    );
  const table = nodes.table.create(null, [
    row(nodes.table_header),
    row(nodes.table_cell),
    row(nodes.table_cell),
  ]);
  if (dispatch) {
    const transaction = state.tr.replaceSelectionWith(table);
    let start: number | undefined;
    transaction.doc.descendants((node, at) => {
      if (node === table) start = at;
      return start === undefined;
    });
    if (start !== undefined) transaction.setSelection(TextSelection.near(transaction.doc.resolve(start + 3)));
    dispatch(transaction.scrollIntoView());
  }
  return true;
};

/** Selects the content of the next cell of a table, or of the one before. Returns false at the ends, so that Tab leads on. */
export const goToCell =
  (direction: 1 | -1): Command =>
  ({ doc, selection: { $from }, tr }, dispatch) => {
    let depth = $from.depth;
    while (depth > 0 && $from.node(depth).type !== nodes.table) depth--;
    if (depth === 0) return false;
    const cells: [start: number, end: number][] = [];
    $from.node(depth).descendants((node, at) => {
      if (!node.isTextblock) return true;
      const start = $from.start(depth) + at + 1;
      cells.push([start, start + node.content.size]);
      return false;
    });
    const [start, end] = cells[cells.findIndex(([first]) => first === $from.start()) + direction] ?? [];
    if (start === undefined || end === undefined) return false;
    dispatch?.(tr.setSelection(TextSelection.create(doc, start, end)).scrollIntoView());
    return true;
  };

export const insertLineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

export function setLink(href: string, words: string): Command {
  return (state, dispatch) => {
    const link = marks.link.create({ href });
    const { from, to, empty } = state.selection;
    const transaction = empty
      ? state.tr.replaceSelectionWith(schema.text(words || href, [link]), false)
      : state.tr.removeMark(from, to, marks.link).addMark(from, to, link);
    dispatch?.(transaction.removeStoredMark(marks.link).scrollIntoView());
    return true;
  };
}

/** The link that the selection is in, and where it begins and ends. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | undefined {
  const { $from } = state.selection;
  const { parent } = $from;
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? []);
  if (!mark) return undefined;
  let [index, last] = [$from.index(), $from.index()];
  if (!mark.isInSet(parent.maybeChild(index)?.marks ?? [])) index = last = index - 1;
  while (index > 0 && mark.isInSet(parent.child(index - 1).marks)) index--;
  while (last < parent.childCount - 1 && mark.isInSet(parent.child(last + 1).marks)) last++;
  let from = $from.start();
  for (let at = 0; at < index; at++) from += parent.child(at).nodeSize;
  let to = from;
  for (let at = index; at <= last; at++) to += parent.maybeChild(at)?.nodeSize ?? 0;
  return { href: mark.attrs.href, from, to };
}

export const commands = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  strike: toggleMark(marks.strike),
  code: toggleMark(marks.code),
  paragraph: setBlockType(nodes.paragraph),
  heading1: toggleHeading(1),
  heading2: toggleHeading(2),
  heading3: toggleHeading(3),
  bullets: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  quote: toggleQuote,
  codeBlock: toggleCodeBlock,
  rule: insertRule,
  table: insertTable,
} satisfies Record<string, Command>;
export type CommandName = keyof typeof commands;

/** A command that opens something, and always applies. */
export const opening =
  (act: () => void): Command =>
  () => {
    act();
    return true;
  };
