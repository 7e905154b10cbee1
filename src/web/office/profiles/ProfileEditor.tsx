import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import { professionalStatuses, statusPlaceholder } from '../../../shared/profiles/professional-statuses.ts';
import { CharacterCount } from '../../ui/CharacterCount.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { EditorForm } from '../form/EditorForm.tsx';
import { useEditor } from '../form/useEditor.ts';
import type { Version } from '../form/versions.ts';
import { ImageField } from '../images/ImageField.tsx';
import { useUser } from '../session/guards.tsx';
import { ContactFields } from './ContactFields.tsx';
import { type ProfileForm, ProfileText } from './ProfileText.tsx';
import { ProfileTick } from './ProfileTick.tsx';
import { hasFoldedFields, labels, type ProfileValues } from './profile-form.ts';
import { SocialFields } from './SocialFields.tsx';

type ProfileEditorProps = {
  name: string;
  start: Version<ProfileValues>;
  save: (values: ProfileValues, etag: string | undefined) => Promise<unknown>;
  readLatest?: () => Promise<Version<ProfileValues>>;
  savedTo: string;
  saveLabel: string;
  websiteHint: string;
};

/** Creates and edits a profile; the server validates (docs/product.md P5.10). */
export function ProfileEditor(props: ProfileEditorProps) {
  const { name, start, save, readLatest, savedTo, saveLabel, websiteHint } = props;
  const navigate = useNavigate();
  const user = useUser();
  const form = useForm<ProfileValues>({ defaultValues: start.values });
  const onSaved = () => void navigate(savedTo);
  const editor = useEditor({ form, name, start, save, readLatest, onSaved });
  return (
    <EditorForm
      editor={editor}
      what="Your profile"
      labels={labels}
      show={{ image_id: (id) => (id ? <Portrait name={user.name} image_id={id} size={96} /> : 'No image') }}
      saveLabel={saveLabel}
      cancelTo="/dashboard"
      cancelLabel="Go Back"
    >
      <ImageField
        uploadTo="/api/profile/image"
        label={labels.image_id}
        hint="JPEG, PNG, or WebP. Shown next to your name."
        name={user.name}
        value={form.watch('image_id')}
        onChange={(id) => {
          form.clearErrors('image_id');
          form.setValue('image_id', id, { shouldDirty: true });
        }}
        error={form.formState.errors.image_id?.message}
      />
      <WorkFields form={form} websiteHint={websiteHint} />
      <SocialFields form={form} filled={hasFoldedFields(start.values) || editor.restored} />
      <ContactFields form={form} email={user.email} />
      <ProfileTick form={form} field="hidden" hint="Your page still opens from your posts" />
    </EditorForm>
  );
}

function WorkFields({ form, websiteHint }: { form: ProfileForm; websiteHint: string }) {
  const { errors } = form.formState;
  return (
    <>
      <SelectField
        {...form.register('status')}
        label={labels.status}
        required
        hint="Your role"
        error={errors.status?.message}
      >
        <option value="">{statusPlaceholder}</option>
        <Options of={Object.entries(professionalStatuses)} />
      </SelectField>
      <ProfileText form={form} field="company" autoComplete="organization" />
      <ProfileText form={form} field="website" inputMode="url" autoComplete="url" hint={websiteHint} />
      <ProfileText
        form={form}
        field="location"
        autoComplete="address-level2"
        hint="City, or city and state"
      />
      <ProfileText
        form={form}
        field="skills"
        required
        autoComplete="off"
        hint="Separated by commas: Listings, Short sales, Probate"
      />
      <TextArea
        {...form.register('bio')}
        label={labels.bio}
        dir="auto"
        hint="A few sentences about you"
        aside={<CharacterCount length={form.watch('bio').length} limit={maxLengths.profile.bio} />}
        error={errors.bio?.message}
      />
    </>
  );
}
