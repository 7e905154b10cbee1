import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type Formats, formatsOf } from './commands.ts';
import type { Tools } from './later.ts';
import { type Covered, type Place, placeOfMenu, placeOfToolbar } from './places.ts';
import type { SlashItem } from './SlashMenu.tsx';
import { nodes, schema } from './schema.ts';

/** The toolbars and menu around the text, for the cursor's present place. */
export interface CursorTools {
  formats: Formats;
  slash: { items: SlashItem[]; place: Place } | undefined;
  selection: Place | undefined;
}

export const noFormats = formatsOf(EditorState.create({ schema }));

export function shownOf(
  view: EditorView,
  covered: Covered,
  slashItems: Tools['slashItems'] = () => [],
): CursorTools {
  const { state } = view;
  const { empty, $from, from, to } = state.selection;
  const shown: CursorTools = { formats: formatsOf(state), slash: undefined, selection: undefined };
  const items = slashItemsIn(state, slashItems);
  if (items.length > 0) shown.slash = { items, place: placeOfMenu(view, $from.start(), covered) };
  if (!empty && state.selection instanceof TextSelection && view.hasFocus()) {
    shown.selection = placeOfToolbar(view, from, to, covered);
  }
  return shown;
}

/** The menu's items for the / or + before the cursor and the word that follows it. */
export function slashItemsIn({ selection }: EditorState, slashItems: Tools['slashItems']): SlashItem[] {
  const { empty, $from } = selection;
  if (!empty || $from.parent.type !== nodes.paragraph || $from.pos !== $from.end()) return [];
  const typed = /^[/+]([\w ]{0,20})$/.exec($from.parent.textContent);
  return typed ? slashItems(typed[1] ?? '') : [];
}

export const wordsIn = (doc: Node): number => {
  let count = 0;
  doc.descendants((node) => {
    if (node.isTextblock) count += node.textContent.match(/\S+/g)?.length ?? 0;
    return !node.isTextblock;
  });
  return count;
};
