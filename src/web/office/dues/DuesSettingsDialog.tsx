import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DuesSettings } from '../../../shared/dues/dues.contract.ts';
import { chargeRuleLabels, chargeRules } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SaveDialog, useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { duesSettingsQuery, useSaveDuesSettings } from './dues.queries.ts';

type DuesSettingsDialogProps = { open: boolean; onClose: () => void };

export function DuesSettingsDialog({ open, onClose }: DuesSettingsDialogProps) {
  const { data } = useQuery({ ...duesSettingsQuery, enabled: open });
  const save = useSaveDuesSettings(data?.etag);
  return (
    <SaveDialog
      open={open}
      onClose={onClose}
      title="Settings of dues"
      description="Dues that are there stay as they are."
      saved="Settings saved"
      save={save}
    >
      {data && ((form) => <SettingsForm {...form} settings={data.settings} save={save} />)}
    </SaveDialog>
  );
}

interface SettingsFormProps {
  id: string;
  settings: DuesSettings;
  save: ReturnType<typeof useSaveDuesSettings>;
  onSaved: () => void;
}

function SettingsForm({ id, settings, save, onSaved }: SettingsFormProps) {
  const [rule, setRule] = useState(settings.rule);
  const [days, setDays] = useState(String(settings.days));
  const [howToPay, setHowToPay] = useState(settings.howToPay);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const form = useFocusOnRefusal(save.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const typed = days.trim() === '' ? Number.NaN : Number(days);
    save.mutate({ rule, days: typed, howToPay }, { onSuccess: onSaved });
  }
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <SelectField
        label="The annual fee is charged"
        value={rule}
        error={fields.rule}
        onChange={({ target }) => setRule(chargeRules.find((each) => each === target.value) ?? settings.rule)}
      >
        <Options of={chargeRules.map((each) => [each, chargeRuleLabels[each]])} />
      </SelectField>
      <TextField
        label="Days until it is due"
        required
        inputMode="numeric"
        value={days}
        error={fields.days}
        onChange={({ target }) => setDays(target.value)}
      />
      <TextArea
        label="How to pay (optional)"
        hint="Shown to members and on invoices"
        rows={4}
        maxLength={maxLengths.closing.howToPay}
        value={howToPay}
        error={fields.howToPay}
        onChange={({ target }) => setHowToPay(target.value)}
      />
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
    </form>
  );
}
