import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { keysOf } from '../../../shared/bookkeeping/figures.ts';
import { type JournalAccount, journalAccounts } from '../../../shared/bookkeeping/journal.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SaveDialog, useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { accountsQuery, useSaveAccounts } from './bookkeeping.queries.ts';

type Names = Record<JournalAccount, string>;
interface AccountsDialogProps {
  open: boolean;
  onClose: () => void;
}

export function AccountsDialog({ open, onClose }: AccountsDialogProps) {
  const save = useSaveAccounts();
  const { data } = useQuery({ ...accountsQuery, enabled: open });
  return (
    <SaveDialog
      open={open}
      onClose={onClose}
      title="Accounts in QuickBooks"
      description="Write each as your chart of accounts has it, one below another as Parent:Account. Exports that are made stay as they are."
      saved="Accounts saved"
      save={save}
    >
      {data && ((form) => <AccountsForm {...form} etag={data.etag} start={data.names} save={save} />)}
    </SaveDialog>
  );
}

interface AccountsFormProps {
  id: string;
  etag: string | undefined;
  start: Names;
  save: ReturnType<typeof useSaveAccounts>;
  onSaved: () => void;
}

function AccountsForm({ id, etag, start, save, onSaved }: AccountsFormProps) {
  const [names, setNames] = useState(start);
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const form = useFocusOnRefusal(save.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    save.mutate({ names, etag }, { onSuccess: onSaved });
  }
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
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
