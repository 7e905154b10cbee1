import { useEffect, useRef, useState } from 'react';
import type { StoredImage } from '../../../shared/images.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useSingleMutation } from '../useSingleMutation.ts';
import { CropArea } from './CropArea.tsx';
import { CropSliders } from './CropSliders.tsx';
import { wholeMiddle } from './crop.ts';
import { cutOut } from './cut-out.ts';
import { UploadProgress } from './UploadProgress.tsx';
import { type UploadAddress, uploadImage } from './upload-image.ts';

type CropDialogProps = {
  uploadTo: UploadAddress;
  picture: ImageBitmap;
  onUploaded: (image: StoredImage) => void;
  onClose: () => void;
};

export function CropDialog({ uploadTo, picture, onUploaded, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeMiddle);
  const [share, setShare] = useState(0);
  const leaving = useRef(new AbortController());
  const upload = useSingleMutation({
    mutationFn: async () => {
      setShare(0);
      const file = await cutOut(picture, crop);
      return uploadImage({ to: uploadTo, file, onProgress: setShare, signal: leaving.current.signal });
    },
    onSuccess: (image) => {
      alerts.add({ message: 'Image added', type: 'success' });
      onUploaded(image);
    },
  });
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Cut the picture"
      description="The circle is what is shown. Drag the picture, or use the sliders."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button pending={upload.isPending} onClick={() => upload.mutate()}>
            Use picture
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <CropArea picture={picture} crop={crop} onCrop={setCrop} />
        <CropSliders picture={picture} crop={crop} onCrop={setCrop} />
        {upload.isPending && <UploadProgress share={share} />}
        {upload.isError && (
          <p role="alert" className="text-error">
            {upload.error.message}
          </p>
        )}
      </div>
    </Dialog>
  );
}
