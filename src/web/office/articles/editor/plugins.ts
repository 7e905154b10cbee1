import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, type EditorState, Plugin } from 'prosemirror-state';
import { commands, goToCell, insertLineBreak, putRule } from './commands.ts';
import { linkAddress } from './link-address.ts';
import { nearPlugin } from './near.ts';
import { marks, nodes } from './schema.ts';
import { keysTo } from './shortcuts.ts';

/** Markdown while typing: `**words**` becomes bold with its last star. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, [marked = '', words = ''], start, end) => {
    const sign = (marked.length - words.length) / 2;
    const before = state.doc.textBetween(Math.max(0, start - 1), start);
    // `a*b*` is a product, `***` the beginning of another mark.
    if (words !== words.trim() || /[\w*_~`]/.test(before)) return null;
    if (state.doc.rangeHasMark(start, end, marks.code)) return null;
    // The last sign is not in the document yet.
    const transaction = state.tr.delete(start + sign + words.length, end).delete(start, start + sign);
    return transaction.addMark(start, start + words.length, type.create()).removeStoredMark(type);
  });
}

/** `[words](address)` becomes a link with its closing bracket; the address of a picture or an unsafe one stays text. */
function linkOf(
  state: EditorState,
  [, words = '', typed = '']: RegExpMatchArray,
  start: number,
  end: number,
) {
  const href = linkAddress(typed);
  const before = state.doc.textBetween(Math.max(0, start - 1), start);
  if (!href || before === '!' || state.doc.rangeHasMark(start, end, marks.code)) return null;
  // The last bracket is not in the document yet.
  const transaction = state.tr.delete(start + 1 + words.length, end).delete(start, start + 1);
  return transaction
    .addMark(start, start + words.length, marks.link.create({ href }))
    .removeStoredMark(marks.link);
}

const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,4})\s$/, nodes.heading, ([, signs = '']) => ({ level: signs.length })),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    wrappingInputRule(/^\s*[-+*]\s$/, nodes.bullet_list),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodes.ordered_list,
      ([, number]) => ({ order: Number(number) }),
      ([, number], node) => node.childCount + node.attrs.order === Number(number),
    ),
    textblockTypeInputRule(/^```([\w-]*)\s$/, nodes.code_block, ([, params = '']) => ({ params })),
    new InputRule(/^(?:---|___|\*\*\*)\s$/, (state, _match, start, end) =>
      putRule(state.tr.delete(start, end)),
    ),
    new InputRule(/\[([^[\]]+)\]\(([^\s()]+)\)$/, linkOf),
    markRule(/\*\*([^*]+)\*\*$/, marks.strong),
    markRule(/\*([^*]+)\*$/, marks.em),
    markRule(/_([^_]+)_$/, marks.em),
    markRule(/~~([^~]+)~~$/, marks.strike),
    markRule(/`([^`]+)`$/, marks.code),
  ],
});

const keys: Record<string, Command> = {
  ...keysTo<Command>({
    ...commands,
    undo,
    redo,
    lineBreak: chainCommands(exitCode, insertLineBreak),
    // Tab indents only where it means something, so that the keyboard always leads out of the text.
    indent: chainCommands(goToCell(1), sinkListItem(nodes.list_item)),
    outdent: chainCommands(goToCell(-1), liftListItem(nodes.list_item)),
  }),
  Backspace: undoInputRule,
  Enter: splitListItem(nodes.list_item),
};

/**
 * Chrome puts a letter next to a table that it has not laid out yet, so this inserts the first letter of a cell itself.
 */
const typesIntoEmptyCells = new Plugin({
  props: {
    handleKeyPress(view, { key }) {
      const { parent } = view.state.selection.$from;
      const isCell = parent.type === nodes.table_cell || parent.type === nodes.table_header;
      // Others have names: Enter.
      if (!isCell || parent.content.size > 0 || [...key].length > 1) return false;
      view.dispatch(view.state.tr.insertText(key).scrollIntoView());
      return true;
    },
  },
});

export const basePlugins = (): Plugin[] => [
  rules,
  typesIntoEmptyCells,
  keymap(keys),
  keymap(baseKeymap),
  history(),
  nearPlugin(),
];
