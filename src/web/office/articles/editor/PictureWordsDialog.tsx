import { useState } from 'react';
import { imagesIn } from '../../../../shared/images/images.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { CoverPicture } from '../CoverPicture.tsx';
import { PictureWords } from '../PictureWords.tsx';

type PictureWordsDialogProps = {
  picture: { src: string; alt: string; title: string };
  onSet: (words: { alt: string; title: string }) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
};

/** Asks for an image's description and caption. */
export function PictureWordsDialog({ picture, onSet, onClose, finalFocus }: PictureWordsDialogProps) {
  const [alt, setAlt] = useState(picture.alt);
  const [title, setTitle] = useState(picture.title);
  const [id] = imagesIn(picture.src);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Image in the text"
      finalFocus={finalFocus}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Later
          </Button>
          <Button onClick={() => onSet({ alt: oneLine(alt), title: oneLine(title) })}>
            Save description
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <PictureWords alt={alt} onAlt={setAlt} caption={title} onCaption={setTitle} />
        {id && <CoverPicture id={id} alt="" />}
      </div>
    </Dialog>
  );
}

const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim();
