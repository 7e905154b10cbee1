import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface LicenseValues {
  number: string;
  /** YYYY-MM-DD, or ''. */
  expires: string;
}

type LicenseFieldsProps = {
  values: LicenseValues;
  onChange: (values: LicenseValues) => void;
  error: Error | null;
};

export function LicenseFields({ values, onChange, error }: LicenseFieldsProps) {
  const fields = error instanceof ApiError ? error.fields : {};
  const shown = fields.number ?? fields.expires;
  return (
    <>
      <TextField
        label="DRE license number"
        hint="8 digits."
        inputMode="numeric"
        autoComplete="off"
        value={values.number}
        onChange={({ target }) => onChange({ ...values, number: target.value })}
        error={fields.number}
      />
      <TextField
        label="Expires on"
        type="date"
        max="9999-12-31"
        value={values.expires}
        onChange={({ target }) => onChange({ ...values, expires: target.value })}
        error={fields.expires}
      />
      <FormError>{!shown && error?.message}</FormError>
    </>
  );
}
