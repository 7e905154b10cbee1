import { type FormEvent, useId, useState } from 'react';
import type { FileEntry } from '../../../shared/compliance/compliance.contract.ts';
import { today } from '../../../shared/dates.ts';
import { entryWords } from '../../../shared/entry-labels.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { FormError } from '../../ui/Field.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { useDecide, useEntryDone, useWithdraw } from './compliance.queries.ts';

export type EntryAct = 'done' | 'refuse' | 'withdraw';

const titles: Record<EntryAct, string> = {
  done: 'Mark as done?',
  refuse: "Don't accept this?",
  withdraw: 'Withdraw this entry?',
};
const labels: Record<EntryAct, string> = {
  done: 'Mark as done',
  refuse: "Don't accept",
  withdraw: 'Withdraw',
};

type EntryDialogProps = {
  entry: FileEntry;
  /** The id of the newest entry of the file. */
  newest: string | undefined;
  act: EntryAct | undefined;
  onClose: () => void;
};

export function EntryDialog({ entry, newest, act, onClose }: EntryDialogProps) {
  const [on, setOn] = useState('');
  const [text, setText] = useState('');
  const last = useLast(act) ?? 'withdraw';
  const [done, decide, withdraw] = [useEntryDone(), useDecide(), useWithdraw()];
  const used = { done, refuse: decide, withdraw }[last];
  const id = useId();
  const form = useFocusOnRefusal(used.error);
  const errors = used.error instanceof ApiError ? used.error.fields : {};

  function close(): void {
    if (used.isPending) return;
    used.reset();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const { _id } = entry;
    const then = { onSuccess: onClose };
    if (last === 'done') done.mutate({ id: _id, on, confirmation: text }, then);
    else if (last === 'refuse') decide.mutate({ id: _id, accepted: false, reason: text, newest }, then);
    else withdraw.mutate({ id: _id, reason: text }, then);
  }

  const [title, words] = entryWords(entry.details);
  return (
    <FormDialog
      open={act !== undefined}
      onClose={close}
      title={titles[last]}
      form={id}
      pending={used.isPending}
      danger={last === 'withdraw'}
      submit={labels[last]}
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <p className="wrap-anywhere text-muted">
          {title}: {words}
          {last === 'withdraw' && '. The entry stays in the history, marked as withdrawn.'}
        </p>
        {last === 'withdraw' && entry.details.kind === 'left' && (
          <p className="text-muted">
            {entry.details.on > today()
              ? 'If their account was to be suspended on that day, that is called off, with the end of the agreement and the steps of leaving.'
              : 'Only the day and its notices go. An admin undoes the rest where it is: reactivate the account under Users, ask them to sign again under Agreement, and give leads back in their list.'}
          </p>
        )}
        {last === 'done' && (
          <TextField
            label="Done on"
            type="date"
            max="9999-12-31"
            value={on}
            onChange={({ target }) => setOn(target.value)}
            error={errors.on}
          />
        )}
        {last === 'done' ? (
          <TextField
            label="Confirmation number (optional)"
            autoComplete="off"
            maxLength={maxLengths.memberFile.number}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={errors.confirmation}
          />
        ) : (
          <TextField
            label="Reason"
            autoComplete="off"
            maxLength={maxLengths.memberFile.text}
            value={text}
            onChange={({ target }) => setText(target.value)}
            error={errors.reason}
          />
        )}
        <FormError>{Object.keys(errors).length === 0 && used.error?.message}</FormError>
      </form>
    </FormDialog>
  );
}
