import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { nodes } from './schema.ts';

type Change = { add: { key: object; at: number; element: HTMLElement } } | { remove: object };

const placeholders = new PluginKey<DecorationSet>('placeholders');

/** Where pictures will stand while they are uploaded. */
export const placeholderPlugin = (): Plugin<DecorationSet> =>
  new Plugin({
    key: placeholders,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        const set = before.map(transaction.mapping, transaction.doc);
        const change: Change | undefined = transaction.getMeta(placeholders);
        if (!change) return set;
        if ('add' in change) {
          const { key, at, element } = change.add;
          return set.add(transaction.doc, [Decoration.widget(at, element, { own: key, side: 1 })]);
        }
        return set.remove(set.find(undefined, undefined, (spec) => spec.own === change.remove));
      },
    },
    props: { decorations: (state) => placeholders.getState(state) },
  });

export interface Placeholder {
  progress: (share: number) => void;
  remove: () => void;
  /** Puts the picture there, and returns its position; undefined if the place was deleted. */
  insert: (src: string) => number | undefined;
}

/** A block after the one at a position, or the one itself if it is empty. */
export function addPlaceholder(view: EditorView, position: number, name: string): Placeholder {
  const key = {};
  const element = document.createElement('div');
  element.className = 'picture-placeholder';
  const progress = document.createElement('progress');
  progress.max = 1;
  progress.setAttribute('aria-label', `Upload of ${name}`);
  const words = document.createElement('span');
  words.textContent = name;
  element.append(progress, words);
  const $at = view.state.doc.resolve(position);
  const isEmpty = $at.depth === 1 && $at.parent.isTextblock && $at.parent.content.size === 0;
  const at = $at.depth === 0 ? position : isEmpty ? $at.before(1) : $at.after(1);
  view.dispatch(view.state.tr.setMeta(placeholders, { add: { key, at, element } } satisfies Change));
  const find = () =>
    placeholders.getState(view.state)?.find(undefined, undefined, (spec) => spec.own === key)[0]?.from;
  const removal = { remove: key } satisfies Change;
  return {
    progress: (share) => {
      progress.value = share;
    },
    remove: () => {
      if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(placeholders, removal));
    },
    insert(src) {
      if (view.isDestroyed) return undefined;
      const place = find();
      const transaction = view.state.tr.setMeta(placeholders, removal);
      if (place === undefined) {
        view.dispatch(transaction);
        return undefined;
      }
      const paragraph = nodes.paragraph.create(null, nodes.image.create({ src }));
      // Replacing an empty paragraph would take the placeholders before it along.
      transaction.insert(place, paragraph);
      if (place + paragraph.nodeSize >= transaction.doc.content.size) {
        transaction.insert(transaction.doc.content.size, nodes.paragraph.create());
      }
      view.dispatch(transaction);
      return place + 1;
    },
  };
}
