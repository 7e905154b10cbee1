import type { Mark, Node } from 'prosemirror-model';
import { marks } from './schema.ts';

/** The marks of each inline node from the outermost: as the source nests them, else the longest outside. */
export function nestedMarks(children: readonly Node[]): Mark[][] {
  let open: readonly Mark[] = [];
  return children.map((node, index) => {
    const still: Mark[] = [];
    for (const mark of open) {
      if (!mark.isInSet(node.marks)) break;
      still.push(mark);
    }
    const begun = node.marks
      .filter((mark) => mark.type !== marks.code && mark.type !== marks.soft_break && !mark.isInSet(still))
      .map((mark) => ({ mark, reach: reachOf(mark, children, index) }))
      .sort((a, b) => a.mark.attrs.depth - b.mark.attrs.depth || b.reach - a.reach);
    open = [...still, ...begun.map(({ mark }) => mark)];
    return [...open];
  });
}

function reachOf(mark: Mark, children: readonly Node[], index: number): number {
  const end = children.findIndex((node, at) => at > index && !mark.isInSet(node.marks));
  return end < 0 ? children.length : end;
}
