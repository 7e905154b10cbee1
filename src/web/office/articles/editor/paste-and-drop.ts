import { toggleMark } from 'prosemirror-commands';
import type { EditorView } from 'prosemirror-view';
import { sliceOfText } from './paste.ts';
import { marks } from './schema.ts';
import { picturesIn } from './usePictures.ts';

/** Uploads pictures, which then stand at the position. */
type AddPictures = (files: File[], position: number) => void;

/** What ProseMirror would not do by itself: pictures, a link over selected words, Markdown of an editor of code. */
export function handlePaste(view: EditorView, event: ClipboardEvent, addPictures: AddPictures): boolean {
  const data = event.clipboardData;
  if (!data) return false;
  const text = data.getData('text/plain');
  // Text that programs copy comes with a picture of it: the text wins.
  const files = text ? [] : picturesIn(data);
  const { selection } = view.state;
  if (files.length > 0) {
    addPictures(files, selection.to);
    return true;
  }
  if (/^(?:https?:\/\/|mailto:)\S+$/.test(text.trim()) && !selection.empty) {
    const link = toggleMark(marks.link, { href: text.trim() }, { removeWhenPresent: false });
    return link(view.state, view.dispatch);
  }
  // An editor of code copies styled lines of what is Markdown.
  if (!data.types.includes('vscode-editor-data') || selection.$from.parent.type.spec.code) return false;
  view.dispatch(view.state.tr.replaceSelection(sliceOfText(text)).scrollIntoView());
  return true;
}

export function handleDrop(view: EditorView, event: DragEvent, addPictures: AddPictures): boolean {
  const files = event.dataTransfer ? picturesIn(event.dataTransfer) : [];
  if (files.length === 0) return false;
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  addPictures(files, place?.pos ?? view.state.doc.content.size);
  return true;
}
