import { useState } from 'react';
import type { StoredImage } from '../../../shared/images/images.contract.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { CropArea } from './CropArea.tsx';
import { CropSliders } from './CropSliders.tsx';
import { wholeMiddle } from './crop.ts';
import { cutOut } from './cut-out.ts';
import { UploadProgress } from './UploadProgress.tsx';
import type { UploadAddress } from './upload-image.ts';
import { useUpload } from './useUpload.ts';

type CropDialogProps = {
  uploadTo: UploadAddress;
  picture: ImageBitmap;
  onUploaded: (image: StoredImage) => void;
  onClose: () => void;
};

export function CropDialog({ uploadTo, picture, onUploaded, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(wholeMiddle);
  const { upload, share } = useUpload({
    to: uploadTo,
    prepare: () => cutOut(picture, crop),
    onUploaded: (image) => {
      alerts.add({ message: 'Image added', type: 'success' });
      onUploaded(image);
    },
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title="Crop image"
      description="Drag to position. The circle shows what others will see."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button pending={upload.isPending} onClick={() => upload.mutate(undefined)}>
            Use image
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
