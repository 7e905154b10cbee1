import { Field } from '../../ui/Field.tsx';
import { acceptedFiles } from '../files/upload-file.ts';

type FileFieldProps = { label: string; hint: string; onChange: (file: File | undefined) => void };

/** Another `key` empties it. */
export const FileField = ({ label, hint, onChange }: FileFieldProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <input
        {...control}
        type="file"
        accept={acceptedFiles}
        onChange={({ target }) => onChange(target.files?.[0])}
        className="control h-auto py-2"
      />
    )}
  </Field>
);
