import { useEffect, useRef, useState } from 'react';
import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { useSingleMutation } from '../queries/useSingleMutation.ts';
import { type UploadAddress, uploadImage } from './upload-image.ts';

interface UploadOptions<Choice> {
  to: UploadAddress;
  /** The file to send. */
  prepare: (choice: Choice) => Promise<Blob> | Blob;
  onUploaded: (image: StoredImage) => void;
}

/** Uploads a choice, and says what share of it is sent; leaving the page ends it. */
export function useUpload<Choice>({ to, prepare, onUploaded }: UploadOptions<Choice>) {
  const [share, setShare] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const upload = useSingleMutation({
    mutationFn: async (choice: Choice) => {
      setShare(0);
      const file = await prepare(choice);
      return uploadImage({ to, file, onProgress: setShare, signal: leaving.current.signal });
    },
    onSuccess: onUploaded,
  });
  return { upload, share };
}
