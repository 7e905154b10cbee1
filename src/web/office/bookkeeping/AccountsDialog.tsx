import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { keysOf } from '../../../shared/bookkeeping/figures.ts';
import { type JournalAccount, journalAccounts } from '../../../shared/bookkeeping/journal.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { alerts } from '../../ui/alerts.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { accountsQuery, useSaveAccounts } from './bookkeeping.queries.ts';

type Names = Record<JournalAccount, string>;
interface AccountsDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AccountsDialog({ open, onClose }: AccountsDialogProps) {
  const save = useSaveAccounts();
  const { data } = useQuery({ ...accountsQuery, enabled: open });
  const form = useId();
  function close(): void {
    if (save.isPending) return;
    save.reset();
    onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Accounts in QuickBooks"
      description="Write each as your chart of accounts has it, one below another as Parent:Account. Exports that are made stay as they are."
      form={form}
      pending={save.isPending}
      submit="Save"
    >
      {open && data && (
        <AccountsForm id={form} etag={data.etag} start={data.names} save={save} onDone={close} />
      )}
    </FormDialog>
  );
}

interface AccountsFormProps {
  id: string;
  etag: string | undefined;
  start: Names;
  save: ReturnType<typeof useSaveAccounts>;
  onDone: () => void;
}

function AccountsForm({ id, etag, start, save, onDone }: AccountsFormProps) {
  const [names, setNames] = useState(start);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate(
      { names, etag },
      {
        onSuccess: () => {
          alerts.add({ message: 'Accounts saved', type: 'success', snackbar: true });
          onDone();
        },
      },
    );
  }
  return (
    <form id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {keysOf(journalAccounts).map((account) => (
        <TextField
          key={account}
          label={journalAccounts[account].label}
          required
          translate="no"
          maxLength={maxLengths.closing.contact}
          value={names[account]}
          error={fields[account]}
          onChange={({ target }) => setNames({ ...names, [account]: target.value })}
        />
      ))}
      <FormError>{Object.keys(fields).length === 0 && save.error?.message}</FormError>
    </form>
  );
}
