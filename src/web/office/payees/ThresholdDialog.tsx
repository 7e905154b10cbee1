import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatAmount, parseMoney, unreadAmount } from '../../../shared/money.ts';
import type { Threshold } from '../../../shared/payees/payees.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SaveDialog, useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { thresholdQuery, useSaveThreshold } from './payees.queries.ts';

type ThresholdDialogProps = { year: string; open: boolean; onClose: () => void };

export function ThresholdDialog({ year, open, onClose }: ThresholdDialogProps) {
  const save = useSaveThreshold(year);
  const { data } = useQuery({ ...thresholdQuery(year), enabled: open });
  return (
    <SaveDialog
      open={open}
      onClose={onClose}
      title={`Threshold of ${year}`}
      description="Who was paid as much in the year, or more, needs a form. Take it from the IRS or your accountant."
      saved="Threshold saved"
      save={save}
    >
      {data && ((form) => <ThresholdForm {...form} etag={data.etag} start={data.threshold} save={save} />)}
    </SaveDialog>
  );
}

interface ThresholdFormProps {
  id: string;
  etag: string | undefined;
  start: Threshold | null;
  save: ReturnType<typeof useSaveThreshold>;
  onSaved: () => void;
}

function ThresholdForm({ id, etag, start, save, onSaved }: ThresholdFormProps) {
  const [amount, setAmount] = useState(start ? formatAmount(start.amount) : '');
  const [source, setSource] = useState(start?.source ?? '');
  const [own, setOwn] = useState<{ amount?: string }>({});
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const form = useFocusOnRefusal(save.error, own);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const cents = parseMoney(amount);
    setOwn(cents === undefined ? { amount: unreadAmount } : {});
    if (cents === undefined) return;
    save.mutate({ amount: cents, source, etag }, { onSuccess: onSaved });
  }
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label="Threshold"
        required
        inputMode="decimal"
        value={amount}
        error={own.amount ?? fields.amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <TextField
        label="Source"
        hint="Such as the notice of the IRS with its date"
        required
        maxLength={maxLengths.closing.reason}
        value={source}
        error={fields.source}
        onChange={({ target }) => setSource(target.value)}
      />
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
    </form>
  );
}
