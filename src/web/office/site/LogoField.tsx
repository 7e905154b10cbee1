import { useId, useRef } from 'react';
import { logoUrl } from '../../../shared/images/images.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError, FieldHint } from '../../ui/Field.tsx';
import { FileButton, pictureFiles } from '../../ui/FileButton.tsx';
import { UploadProgress } from '../images/UploadProgress.tsx';
import { useUpload } from '../images/useUpload.ts';

type LogoFieldProps = {
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
  name: string;
};

/** The file as it is: the server keeps what is transparent, a canvas of photos would not. */
export function LogoField({ value, onChange, error, name }: LogoFieldProps) {
  const id = useId();
  const choose = useRef<HTMLButtonElement>(null);
  const { upload, share } = useUpload({
    to: '/api/site/logo/image',
    prepare: (file: File) => file,
    onUploaded: (image) => onChange(image.id),
  });
  const shown = upload.error?.message ?? error;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like the labels of the other fields
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className="grid grid-cols-1 gap-1.5"
    >
      <span id={`${id}-label`} className="font-semibold text-sm">
        Logo
      </span>
      <FieldHint id={`${id}-hint`}>
        Shown next to the name, in browser tabs, emails, and shared links. PNG, WebP, or JPEG. Square works
        best.
      </FieldHint>
      <div className="flex flex-wrap items-center gap-4">
        {value && (
          <img
            src={logoUrl(value, 192)}
            alt={`Logo of ${name}`}
            width={64}
            height={64}
            className="size-16 rounded-md border border-line"
          />
        )}
        <FileButton
          button={choose}
          variant="secondary"
          accept={pictureFiles}
          pending={upload.isPending}
          onFile={upload.mutate}
        >
          {value ? 'Replace logo' : 'Choose logo'}
        </FileButton>
        {value && (
          <Button
            variant="quiet"
            onClick={() => {
              onChange(null);
              choose.current?.focus();
            }}
          >
            Remove logo
          </Button>
        )}
      </div>
      {upload.isPending && <UploadProgress share={share} />}
      <div role="alert">{shown && <FieldError>{shown}</FieldError>}</div>
    </div>
  );
}
