import type { Node, ResolvedPos } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/**
 * Marks the blocks at the ends of the selection, their neighbors, and the first and last blocks, which keys reach at
 * once. The browser skips the layout of all others while they are out of sight, and in a block without layout the
 * cursor only finds the beginning.
 */
export const nearPlugin = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection: { $from, $to } }) {
        const near = new Map([
          ...around(doc, doc.resolve(0)),
          ...around(doc, $from),
          ...around(doc, $to),
          ...around(doc, doc.resolve(doc.content.size)),
        ]);
        const decorations = [...near].map(([start, end]) => Decoration.node(start, end, { class: 'near' }));
        return DecorationSet.create(doc, decorations);
      },
    },
  });

/** Where a block at the top, the one before and the one after begin and end. */
function around(doc: Node, $position: ResolvedPos): [start: number, end: number][] {
  const index = $position.index(0);
  let start = $position.depth > 0 ? $position.before(1) : $position.pos;
  if (index > 0) start -= doc.child(index - 1).nodeSize;
  const blocks: [number, number][] = [];
  for (let at = Math.max(0, index - 1); at <= index + 1 && at < doc.childCount; at++) {
    const end = start + doc.child(at).nodeSize;
    blocks.push([start, end]);
    start = end;
  }
  return blocks;
}
