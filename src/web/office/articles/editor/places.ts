import type { EditorView } from 'prosemirror-view';

/** The position of a box that is fixed in the window, in pixels: above its anchor, or below it. */
export type Place = { left: number; top: number } | { left: number; bottom: number };

/** How much of the window's height covers the text: at its top the header and the toolbar, at its bottom the form's buttons. */
export interface Covered {
  top: number;
  bottom: number;
}

const gap = 6;
const selectionToolbar = { width: 220, height: 44 };
const slashMenu = { width: 256, height: 296 };

/** Places the menu of a line below it, unless there is more room above. */
export function placeOfMenu(view: EditorView, position: number, covered: Covered): Place {
  const line = view.coordsAtPos(position);
  const left = Math.round(Math.min(line.left, innerWidth - slashMenu.width));
  const below = innerHeight - covered.bottom - line.bottom;
  return below < slashMenu.height && line.top - covered.top > below
    ? { left, bottom: Math.round(innerHeight - line.top + gap) }
    : { left, top: Math.round(line.bottom + gap) };
}

/** Places the toolbar of a selection above it, unless another toolbar is there. */
export function placeOfToolbar(view: EditorView, from: number, to: number, covered: Covered): Place {
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to)];
  const middle = start.top === end.top ? (start.left + end.left) / 2 : start.left + 100;
  const edge = selectionToolbar.width / 2;
  const left = Math.round(Math.max(edge, Math.min(middle, innerWidth - edge)));
  return start.top - selectionToolbar.height - gap > covered.top
    ? { left, bottom: Math.round(innerHeight - start.top + gap) }
    : { left, top: Math.round(Math.min(end.bottom + gap, innerHeight - covered.bottom)) };
}
