import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { DuesSettings } from '../../../shared/dues/dues.contract.ts';
import { chargeRuleLabels, chargeRules } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { duesSettingsQuery, useSaveDuesSettings } from './dues.queries.ts';

type DuesSettingsDialogProps = { open: boolean; onClose: () => void };

export function DuesSettingsDialog({ open, onClose }: DuesSettingsDialogProps) {
  const form = useId();
  const { data } = useQuery({ ...duesSettingsQuery, enabled: open });
  const save = useSaveDuesSettings(data?.etag);
  function close(): void {
    if (save.isPending) return;
    save.reset();
    onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Settings of dues"
      description="Dues that are there stay as they are."
      form={form}
      pending={save.isPending}
      submit="Save"
    >
      {open && data && <SettingsForm id={form} settings={data.settings} save={save} onDone={close} />}
    </FormDialog>
  );
}

interface SettingsFormProps {
  id: string;
  settings: DuesSettings;
  save: ReturnType<typeof useSaveDuesSettings>;
  onDone: () => void;
}

function SettingsForm({ id, settings, save, onDone }: SettingsFormProps) {
  const [rule, setRule] = useState(settings.rule);
  const [days, setDays] = useState(String(settings.days));
  const [howToPay, setHowToPay] = useState(settings.howToPay);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  function submit(event: FormEvent): void {
    event.preventDefault();
    const typed = days.trim() === '' ? Number.NaN : Number(days);
    save.mutate(
      { rule, days: typed, howToPay },
      {
        onSuccess: () => {
          alerts.add({ message: 'Settings saved', type: 'success', snackbar: true });
          onDone();
        },
      },
    );
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
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
