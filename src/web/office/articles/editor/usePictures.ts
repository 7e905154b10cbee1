import type { Node } from 'prosemirror-model';
import type { Mappable } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { alerts } from '../../../ui/alerts.ts';
import { addPlaceholder } from './pictures.ts';
import { nodes } from './schema.ts';

/** Nothing to send before a picture is chosen. @throws Error with a message for the user */
export const loadUpload = () =>
  import('../upload-picture.ts').catch(() => {
    throw new Error('Check your connection and try again.');
  });

const maxPicturesAtOnce = 10;

export interface Pictures {
  /** Each stands where it was put as soon as it is uploaded, one after the other. */
  add: (files: File[], position: number) => Promise<void>;
  isUploading: () => boolean;
  /** Asks for the words of the picture at a position. */
  choose: (position: number) => void;
  /** The one whose words are asked for. */
  chosen: { position: number; node: Node } | undefined;
  close: () => void;
  /** After each change of the text. */
  follow: (mapping: Mappable) => void;
  /** When another text is loaded. */
  forget: () => void;
}

/** The uploads of a text, and the pictures whose words are asked for. */
export function usePictures(view: RefObject<EditorView | null>): Pictures {
  const uploads = useRef(new AbortController());
  const uploading = useRef(0);
  /** Positions of those that were uploaded. */
  const [waiting, setWaiting] = useState<number[]>([]);
  const [selected, setSelected] = useState<number>();

  useEffect(() => {
    uploads.current = new AbortController();
    return () => uploads.current.abort();
  }, []);

  async function add(files: File[], position: number): Promise<void> {
    const { current } = view;
    if (!current || files.length === 0) return;
    if (files.length > maxPicturesAtOnce) {
      const over = files.length - maxPicturesAtOnce;
      failed(`Only ${maxPicturesAtOnce} images at once: ${over} ${over === 1 ? 'was' : 'were'} left out`);
    }
    const { signal } = uploads.current;
    const places = files
      .slice(0, maxPicturesAtOnce)
      .map((file) => ({ file, place: addPlaceholder(current, position, file.name) }));
    // An upload that is aborted neither ends nor fails.
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    uploading.current += places.length;
    for (const { file, place } of places) {
      try {
        signal.throwIfAborted();
        const { uploadPicture } = await loadUpload();
        const { url } = await Promise.race([left, uploadPicture(file, place.progress, signal)]);
        const at = place.insert(url);
        if (at === undefined) failed(`${file.name} was not added`);
        else setWaiting((list) => [...list, at]);
      } catch (error) {
        place.remove();
        const why = error instanceof Error ? error.message : String(error);
        failed(signal.aborted ? `${file.name} was not added` : `${file.name}: ${why}`);
      }
      uploading.current--;
    }
  }

  const pictureAt = (position: number) => {
    const node = view.current?.state.doc.nodeAt(position);
    return node?.type === nodes.image ? { position, node } : undefined;
  };
  // A picture may be deleted before its words are written.
  const position = selected ?? waiting.find(pictureAt);
  return {
    add,
    isUploading: () => uploading.current > 0,
    choose: setSelected,
    chosen: position === undefined ? undefined : pictureAt(position),
    close: () => {
      if (selected === undefined) setWaiting((list) => list.filter((at) => at !== position));
      else setSelected(undefined);
    },
    follow: (mapping) => {
      setWaiting((list) => (list.length === 0 ? list : list.map((at) => mapping.map(at))));
      setSelected((at) => (at === undefined ? at : mapping.map(at)));
    },
    forget: () => {
      setWaiting([]);
      setSelected(undefined);
    },
  };
}

/** It stays when the editor is left. */
const failed = (message: string) => alerts.add({ message, type: 'danger' });

export const picturesIn = ({ files }: DataTransfer): File[] =>
  [...files].filter(({ type }) => type.startsWith('image/'));
