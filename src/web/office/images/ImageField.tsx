import { lazy, Suspense, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FieldError, FieldHint } from '../../ui/Field.tsx';
import { FileButton, pictureFiles } from '../../ui/FileButton.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { readPicture } from './read-picture.ts';
import type { UploadAddress } from './upload-image.ts';

const CropDialog = lazy(async () => ({ default: (await import('./CropDialog.tsx')).CropDialog }));

type ImageFieldProps = {
  uploadTo?: UploadAddress;
  label: string;
  hint: string;
  name: string;
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
};

export function ImageField(props: ImageFieldProps) {
  const { uploadTo = '/api/testimonials/image', label, hint, name, value, onChange, error } = props;
  const id = useId();
  const choose = useRef<HTMLButtonElement>(null);
  const [picture, setPicture] = useState<ImageBitmap>();
  const [readError, setReadError] = useState<string>();
  const shown = readError ?? error;

  async function read(file: File): Promise<void> {
    setReadError(undefined);
    try {
      setPicture(await readPicture(file));
    } catch (reason) {
      setReadError(reason instanceof Error ? reason.message : String(reason));
    }
  }

  function close(): void {
    picture?.close();
    setPicture(undefined);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like the labels of the other fields
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className="grid gap-1.5"
    >
      <span id={`${id}-label`} className="font-semibold text-sm">
        {label}
      </span>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <div className="flex flex-wrap items-center gap-4">
        <Portrait name={name || '?'} image_id={value || null} size={96} />
        <div className="flex flex-wrap gap-3">
          <FileButton button={choose} variant="secondary" accept={pictureFiles} onFile={read}>
            {value ? 'Replace image' : 'Choose image'}
          </FileButton>
          {value && (
            <Button
              variant="quiet"
              onClick={() => {
                onChange('');
                choose.current?.focus();
              }}
            >
              Remove image
            </Button>
          )}
        </div>
      </div>
      <div role="alert">{shown && <FieldError>{shown}</FieldError>}</div>
      <Suspense>
        {picture && (
          <CropDialog
            uploadTo={uploadTo}
            picture={picture}
            onClose={close}
            onUploaded={(image) => {
              onChange(image.id);
              close();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
