import { toggleMark } from 'prosemirror-commands';
import type { EditorView } from 'prosemirror-view';
import { counted } from '../../../../shared/counted.ts';
import { alerts } from '../../../ui/alerts.ts';
import { sliceOfText } from './paste.ts';
import { marks } from './schema.ts';
import { picturesIn } from './usePictures.ts';

/** Uploads pictures, which then stand at the position. */
type AddPictures = (files: File[], position: number) => void;

/** Handles pastes that ProseMirror doesn't: images, a link over selected words, Markdown from a code editor. */
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
  addPicturesOf(view, data.getData('text/html'), addPictures);
  // An editor of code copies styled lines of what is Markdown.
  if (!data.types.includes('vscode-editor-data') || selection.$from.parent.type.spec.code) return false;
  view.dispatch(view.state.tr.replaceSelection(sliceOfText(text)).scrollIntoView());
  return true;
}

/** Pictures within a text, where the clipboard has them; of others it says how many are lost. */
function addPicturesOf(view: EditorView, html: string, addPictures: AddPictures): void {
  // Read as text: parsed, what is hostile in it would break the page's policy.
  const tags = html.split(/<img(?=\s)/i).slice(1);
  const sources = tags.flatMap(
    (tag) => /\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag.split('>', 1)[0] ?? '')?.[1] ?? [],
  );
  const files = sources.flatMap((src, at) => fileOf(src, `Image ${at + 1}`) ?? []);
  const lost = sources.filter((src) => !src.startsWith('/images/')).length - files.length;
  if (lost > 0)
    alerts.add({
      message: `${counted(lost, 'image')} ${lost === 1 ? "wasn't" : "weren't"} pasted. Add ${lost === 1 ? 'it' : 'them'} from a file.`,
      type: 'danger',
    });
  // Wait until the text around the images is in place.
  if (files.length > 0) setTimeout(() => view.isDestroyed || addPictures(files, view.state.selection.to));
}

function fileOf(src: string, name: string): File | undefined {
  const [, type = '', base64 = ''] = /^data:(image\/(?:png|jpeg|webp));base64,([\w+/=]+)$/.exec(src) ?? [];
  if (base64 === '') return undefined;
  try {
    return new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, { type });
  } catch {
    return undefined;
  }
}

export function handleDrop(view: EditorView, event: DragEvent, addPictures: AddPictures): boolean {
  const files = event.dataTransfer ? picturesIn(event.dataTransfer) : [];
  if (files.length === 0) return false;
  const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
  addPictures(files, place?.pos ?? view.state.doc.content.size);
  return true;
}
