import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import type { Command, EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  tableEditing,
} from 'prosemirror-tables';
import { findPlugin } from './find.ts';

export const tableCommands = {
  rowBelow: addRowAfter,
  columnAfter: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
} satisfies Record<string, Command>;
export type TableCommandName = keyof typeof tableCommands;

const plugins = [
  dropCursor({ color: false, class: 'drop-cursor' }),
  gapCursor(),
  tableEditing(),
  findPlugin(),
] as const;

/**
 * Adds plugins that matter only once the text is touched: selecting cells, a cursor between blocks, and marks of a
 * search.
 */
export const withTables = (state: EditorState): EditorState =>
  state.plugins.includes(plugins[0]) ? state : state.reconfigure({ plugins: [...state.plugins, ...plugins] });
