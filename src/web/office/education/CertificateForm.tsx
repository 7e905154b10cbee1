import { type FormEvent, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { parseDecimal } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { useHandIn } from './education.queries.ts';
import { FileField } from './FileField.tsx';

const empty = { course: '', provider: '', number: '', on: '', hours: '' };

export function CertificateForm() {
  const [values, setValues] = useState(empty);
  const [file, setFile] = useState<File>();
  const [round, setRound] = useState(0);
  const handIn = useHandIn();
  const errors = handIn.error instanceof ApiError ? handIn.error.fields : {};
  const form = useFocusOnRefusal(handIn.error);
  const set = (part: Partial<typeof empty>) => setValues({ ...values, ...part });

  function submit(event: FormEvent): void {
    event.preventDefault();
    handIn.mutate(
      { fields: { ...values, hours: parseDecimal(values.hours) }, file },
      {
        onSuccess: () => {
          setValues(empty);
          setFile(undefined);
          setRound(round + 1);
        },
      },
    );
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label="Course"
        autoComplete="off"
        maxLength={maxLengths.memberFile.name}
        value={values.course}
        onChange={({ target }) => set({ course: target.value })}
        error={errors.course}
      />
      <TextField
        label="Provider"
        autoComplete="off"
        maxLength={maxLengths.memberFile.name}
        value={values.provider}
        onChange={({ target }) => set({ provider: target.value })}
        error={errors.provider}
      />
      <TextField
        label="Certificate number (optional)"
        autoComplete="off"
        maxLength={maxLengths.memberFile.number}
        value={values.number}
        onChange={({ target }) => set({ number: target.value })}
        error={errors.number}
      />
      <TextField
        label="Completed on"
        type="date"
        max="9999-12-31"
        value={values.on}
        onChange={({ target }) => set({ on: target.value })}
        error={errors.on}
      />
      <TextField
        label="Hours"
        inputMode="decimal"
        autoComplete="off"
        value={values.hours}
        onChange={({ target }) => set({ hours: target.value })}
        error={errors.hours}
      />
      <FileField
        key={round}
        label="PDF or photo (optional)"
        hint="On a phone you can take a photo of the certificate. Up to 10 MB"
        onChange={setFile}
      />
      <FormError>{Object.keys(errors).length === 0 && handIn.error?.message}</FormError>
      <div>
        <Button type="submit" pending={handIn.isPending}>
          Submit certificate
        </Button>
      </div>
    </form>
  );
}
