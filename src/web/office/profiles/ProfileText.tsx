import type { ComponentProps } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../ui/TextField.tsx';
import { labels, type ProfileField, type ProfileValues } from './profile-form.ts';

export type ProfileForm = UseFormReturn<ProfileValues>;

type ProfileTextProps = Omit<ComponentProps<typeof TextField>, 'label' | 'form'> & {
  form: ProfileForm;
  field: ProfileField;
};

export function ProfileText({ form, field, ...rest }: ProfileTextProps) {
  const error = form.formState.errors[field]?.message;
  return <TextField {...form.register(field)} label={labels[field]} error={error} dir="auto" {...rest} />;
}
