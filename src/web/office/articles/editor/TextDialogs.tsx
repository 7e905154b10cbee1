import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { RefObject } from 'react';
import { linkAt, setLink } from './commands.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { PictureWordsDialog } from './PictureWordsDialog.tsx';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';
import { marks } from './schema.ts';
import type { Pictures } from './usePictures.ts';

export type OpenDialog = { what: 'link'; href: string } | { what: 'shortcuts' } | undefined;

type TextDialogsProps = {
  view: RefObject<EditorView | null>;
  open: OpenDialog;
  onClose: () => void;
  pictures: Pictures;
};

export function TextDialogs({ view, open, onClose, pictures }: TextDialogsProps) {
  const { chosen } = pictures;
  const focusText = () => view.current?.dom ?? null;

  /** The whole of the link that the cursor is in, else the selection. */
  function changeLink(change: (current: EditorView) => void): void {
    const { current } = view;
    onClose();
    if (!current) return;
    const link = linkAt(current.state);
    if (link && current.state.selection.empty) {
      const selection = TextSelection.create(current.state.doc, link.from, link.to);
      current.dispatch(current.state.tr.setSelection(selection));
    }
    change(current);
  }

  return (
    <>
      {open?.what === 'shortcuts' && <ShortcutsDialog onClose={onClose} finalFocus={focusText} />}
      {open?.what === 'link' && (
        <LinkDialog
          href={open.href}
          finalFocus={focusText}
          onClose={onClose}
          onSet={(href, title) =>
            changeLink((current) => setLink(href, title)(current.state, current.dispatch))
          }
          onRemove={
            open.href
              ? () =>
                  changeLink(({ state, dispatch }) =>
                    dispatch(state.tr.removeMark(state.selection.from, state.selection.to, marks.link)),
                  )
              : undefined
          }
        />
      )}
      {!open && chosen && (
        <PictureWordsDialog
          // Its position changes while others are uploaded.
          key={chosen.node.attrs.src}
          picture={{
            src: chosen.node.attrs.src,
            alt: chosen.node.attrs.alt,
            title: chosen.node.attrs.title,
          }}
          finalFocus={focusText}
          onClose={pictures.close}
          onSet={(changed) => {
            const { current } = view;
            const { position, node } = chosen;
            current?.dispatch(current.state.tr.setNodeMarkup(position, null, { ...node.attrs, ...changed }));
            pictures.close();
          }}
        />
      )}
    </>
  );
}
