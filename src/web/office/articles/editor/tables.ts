import type { Command, EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  tableEditing,
} from 'prosemirror-tables';

export const tableCommands = {
  rowBelow: addRowAfter,
  columnAfter: addColumnAfter,
  deleteRow,
  deleteColumn,
  deleteTable,
} satisfies Record<string, Command>;
export type TableCommandName = keyof typeof tableCommands;

/** Cells can be selected. */
export const withTables = (state: EditorState): EditorState =>
  state.reconfigure({ plugins: [...state.plugins, tableEditing()] });
