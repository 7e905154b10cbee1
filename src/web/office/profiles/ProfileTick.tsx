import { CheckboxField } from '../../ui/CheckboxField.tsx';
import type { ProfileForm } from './ProfileText.tsx';
import { labels, type ProfileField, yes } from './profile-form.ts';

type ProfileTickProps = { form: ProfileForm; field: ProfileField; hint?: string };

export function ProfileTick({ form, field, hint }: ProfileTickProps) {
  return (
    <CheckboxField
      label={labels[field]}
      hint={hint}
      checked={form.watch(field) === yes}
      onChange={({ target }) => form.setValue(field, target.checked ? yes : 'No', { shouldDirty: true })}
    />
  );
}
