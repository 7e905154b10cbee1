import { useEffect, useState } from 'react';
import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton, pictureFiles } from '../../ui/FileButton.tsx';
import { UploadProgress } from '../images/UploadProgress.tsx';
import { CoverPicture } from './CoverPicture.tsx';
import type { Picture } from './markdown-edits.ts';
import { PictureWords } from './PictureWords.tsx';
import { usePictureUpload } from './usePictureUpload.ts';

type PictureDialogProps = {
  /** Uploaded at once: a picture that was pasted or dropped. */
  file: File | undefined;
  onClose: () => void;
  onInsert: (picture: Picture) => void;
};

/** Uploads a picture for the text and asks what it shows. */
export function PictureDialog({ file, onClose, onInsert }: PictureDialogProps) {
  const [image, setImage] = useState<StoredImage>();
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const { upload, share } = usePictureUpload(setImage);
  const { mutate } = upload;
  useEffect(() => {
    if (file) mutate(file);
  }, [file, mutate]);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Image in the text"
      description="JPEG, PNG, or WebP. It gets its own paragraph."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!image} onClick={() => image && onInsert({ url: image.url, alt, caption })}>
            Insert image
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {image && <CoverPicture id={image.id} alt="The image you chose" />}
        <FileButton
          variant="secondary"
          className="justify-self-start"
          accept={pictureFiles}
          pending={upload.isPending}
          onFile={mutate}
        >
          {image ? 'Choose another image' : 'Choose image'}
        </FileButton>
        {upload.isPending && <UploadProgress share={share} />}
        <div role="alert">{upload.error && <FieldError>{upload.error.message}</FieldError>}</div>
        <PictureWords alt={alt} onAlt={setAlt} caption={caption} onCaption={setCaption} />
      </div>
    </Dialog>
  );
}
