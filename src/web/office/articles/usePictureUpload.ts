import { useEffect, useRef, useState } from 'react';
import type { StoredImage } from '../../../shared/images.contract.ts';
import { scaledDown } from '../images/cut-out.ts';
import { readPicture } from '../images/read-picture.ts';
import { uploadImage } from '../images/upload-image.ts';
import { useSingleMutation } from '../useSingleMutation.ts';

/** Uploads a chosen file, scaled down, and says how far it is; leaving the page ends it. */
export function usePictureUpload(onUploaded: (image: StoredImage) => void) {
  const [share, setShare] = useState(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  const upload = useSingleMutation({
    mutationFn: async (chosen: File) => {
      setShare(0);
      const picture = await readPicture(chosen);
      const file = await scaledDown(picture).finally(() => picture.close());
      return uploadImage({
        to: '/api/articles/image',
        file,
        onProgress: setShare,
        signal: leaving.current.signal,
      });
    },
    onSuccess: onUploaded,
  });
  return { upload, share };
}
