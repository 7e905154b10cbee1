import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { ImageField } from '../images/ImageField.tsx';
import { labels, ratingLabel, type TestimonialValues, testimonialForm } from './testimonial-form.ts';

const ratings = [5, 4, 3, 2, 1].map((rating) => [rating, ratingLabel(rating)] as const);

type TestimonialEditorProps = {
  id: string;
  start: Version<TestimonialValues>;
  save: (values: TestimonialValues, etag: string | undefined) => Promise<unknown>;
  readLatest?: () => Promise<Version<TestimonialValues>>;
  saveLabel: string;
};

export function TestimonialEditor({ id, start, save, readLatest, saveLabel }: TestimonialEditorProps) {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(testimonialForm), defaultValues: start.values });
  const editor = useEditor({
    form,
    name: `testimonial:${id}`,
    start,
    save,
    readLatest,
    onSaved: () => void navigate('/dashboard'),
  });
  const { register, control, formState } = form;
  const [name, testimonial, image_id] = useWatch({ control, name: ['name', 'testimonial', 'image_id'] });
  return (
    <EditorForm
      editor={editor}
      what="The testimonial"
      labels={labels}
      show={{
        rating: (rating) => ratingLabel(rating ? Number(rating) : null),
        image_id: (id) => <PictureLabel id={id} name={name} />,
      }}
      saveLabel={saveLabel}
      cancelTo="/dashboard/view-testimonials"
    >
      <TextField
        {...register('name')}
        label={labels.name}
        required
        autoComplete="off"
        hint={'Shown below the quote, above "Real Estate Agent"'}
        aside={<CharacterCount length={name.length} limit={maxLengths.testimonial.name} />}
        error={formState.errors.name?.message}
      />
      <TextField
        {...register('license')}
        label={labels.license}
        inputMode="numeric"
        autoComplete="off"
        hint={'8 digits. Shown below the name as "DRE #01234567".'}
        error={formState.errors.license?.message}
      />
      <TextArea
        {...register('testimonial')}
        label={labels.testimonial}
        required
        hint="In the agent's own words. Two or three sentences work best."
        aside={<CharacterCount length={testimonial.length} limit={maxLengths.testimonial.text} />}
        error={formState.errors.testimonial?.message}
      />
      <SelectField
        {...register('rating')}
        label={labels.rating}
        hint="Choose one only if the agent gave it. Shown as stars above the quote."
        error={formState.errors.rating?.message}
      >
        <Options of={[['', ratingLabel(null)], ...ratings]} />
      </SelectField>
      <ImageField
        label={labels.image_id}
        hint="JPEG, PNG, or WebP. You'll crop it next."
        name={name}
        value={image_id}
        onChange={(id) => {
          form.clearErrors('image_id');
          form.setValue('image_id', id, { shouldDirty: true });
        }}
        error={formState.errors.image_id?.message}
      />
    </EditorForm>
  );
}

function PictureLabel({ id, name }: { id: string; name: string }) {
  if (!id) return 'No image';
  return (
    <>
      <span className="sr-only">This image</span>
      <Portrait name={name} image_id={id} size={96} />
    </>
  );
}
