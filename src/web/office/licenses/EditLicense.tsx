import { type FormEvent, useId, useState } from 'react';
import type { CheckedLicenseFields, License } from '../../../shared/licenses/licenses.contract.ts';
import { ApiError } from '../../api.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { LicenseNumber } from '../profiles/LicenseNumber.tsx';
import { LicenseFields } from './LicenseFields.tsx';
import { useSaveLicense } from './licenses.queries.ts';

type EditLicenseProps = { license: License | undefined; onClose: () => void };

/** Keeps the last license while the dialog closes. */
export function EditLicense({ license, onClose }: EditLicenseProps) {
  const last = useLast(license);
  if (!last) return null;
  return <EditDialog key={last.user._id} license={last} open={license !== undefined} onClose={onClose} />;
}

type EditDialogProps = { license: License; open: boolean; onClose: () => void };

function EditDialog({ license, open, onClose }: EditDialogProps) {
  const save = useSaveLicense(license.user._id);
  const id = useId();

  function close(): void {
    if (save.isPending) return;
    save.reset();
    onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      title={`License of ${license.user.name}`}
      form={id}
      pending={save.isPending}
      submit="Save"
    >
      <EditForm
        key={String(open)}
        id={id}
        license={license}
        error={save.error}
        onSave={(body) => save.mutate(body, { onSuccess: onClose })}
      />
    </FormDialog>
  );
}

type EditFormProps = {
  id: string;
  license: License;
  error: Error | null;
  onSave: (fields: CheckedLicenseFields) => void;
};

function EditForm({ id, license, error, onSave }: EditFormProps) {
  const [values, setValues] = useState({ number: license.number, expires: license.expires ?? '' });
  const [verified, setVerified] = useState(license.verified !== null);
  // The list is read again behind the dialog.
  const [seen] = useState({
    number: license.number,
    expires: license.expires,
    verified: license.verified !== null,
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSave({ number: values.number, expires: values.expires || null, verified, seen });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <LicenseFields values={values} onChange={setValues} error={error} />
      {values.number.length === 8 && (
        <p>
          State's public record: <LicenseNumber number={values.number} />
        </p>
      )}
      <CheckboxField
        label="Verified in the state's public record"
        hint="We save your name and the date with it"
        checked={verified}
        onChange={({ target }) => setVerified(target.checked)}
        error={error instanceof ApiError ? error.fields.verified : undefined}
      />
    </form>
  );
}
