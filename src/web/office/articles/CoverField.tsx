import { useId, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { maxLengths } from '../../../shared/field-limits.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { FieldError, FieldHint } from '../../ui/Field.tsx';
import { FileButton, pictureFiles } from '../../ui/FileButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UploadProgress } from '../images/UploadProgress.tsx';
import { type ArticleValues, labels } from './article-form.ts';
import { CoverPicture } from './CoverPicture.tsx';
import { usePictureUpload } from './usePictureUpload.ts';

export function CoverField({ form }: { form: UseFormReturn<ArticleValues> }) {
  const id = useId();
  const choose = useRef<HTMLButtonElement>(null);
  const [cover, alt] = useWatch({ control: form.control, name: ['cover_id', 'cover_alt'] });
  const { errors } = form.formState;
  const { upload, share } = usePictureUpload((image) => {
    alerts.add({ message: 'Image added', type: 'success' });
    change(image.id);
  });

  function change(image: string): void {
    form.clearErrors('cover_id');
    form.setValue('cover_id', image, { shouldDirty: true });
  }
  const error = upload.error?.message ?? errors.cover_id?.message;

  return (
    <div className="grid max-w-form grid-cols-1 gap-6">
      {/* biome-ignore lint/a11y/useSemanticElements: a legend cannot be laid out like the labels of the other fields */}
      <div
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="grid grid-cols-1 justify-items-start gap-3"
      >
        <div>
          <span id={`${id}-label`} className="font-semibold text-sm">
            {labels.cover_id}
          </span>
          <FieldHint id={`${id}-hint`}>JPEG, PNG, or WebP. Landscape works best.</FieldHint>
        </div>
        {cover && <CoverPicture id={cover} alt="Current cover" />}
        <div className="flex flex-wrap gap-3">
          <FileButton
            button={choose}
            variant="secondary"
            accept={pictureFiles}
            pending={upload.isPending}
            onFile={upload.mutate}
          >
            {cover ? 'Replace cover' : 'Choose cover'}
          </FileButton>
          {cover && (
            <Button
              variant="quiet"
              onClick={() => {
                change('');
                choose.current?.focus();
              }}
            >
              Remove cover
            </Button>
          )}
        </div>
        {upload.isPending && <UploadProgress share={share} />}
        <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      </div>
      {cover && (
        <TextField
          {...form.register('cover_alt')}
          label={labels.cover_alt}
          autoComplete="off"
          hint="Describe the image for people who can't see it. Leave blank if it's decorative."
          aside={<CharacterCount length={alt.length} limit={maxLengths.article.coverAlt} />}
          error={errors.cover_alt?.message}
        />
      )}
    </div>
  );
}
