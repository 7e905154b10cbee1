import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useAddEntry } from './compliance.queries.ts';
import { drafts, type EntryDraft, EntryFields, entryKindLabels, entryKinds } from './entry-forms.tsx';

type AddEntryProps = { id: string; name: string };

/** One form for each kind of entry. */
export function AddEntry({ id, name }: AddEntryProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<EntryDraft>(drafts.joined);
  const add = useAddEntry(id);
  const form = useId();
  const errors = add.error instanceof ApiError ? add.error.fields : {};

  function close(): void {
    if (add.isPending) return;
    add.reset();
    setOpen(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(draft, {
      onSuccess: () => {
        setDraft(drafts[draft.kind]);
        setOpen(false);
      },
    });
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Add to the file</Button>
      <FormDialog
        open={open}
        onClose={close}
        title={`Add to the file of ${name}`}
        form={form}
        pending={add.isPending}
        submit="Add"
      >
        <form id={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
          <SelectField
            label="What"
            value={draft.kind}
            onChange={({ target }) => {
              add.reset();
              setDraft(drafts[entryKinds.find((kind) => kind === target.value) ?? 'note']);
            }}
          >
            <Options of={entryKinds.map((kind) => [kind, entryKindLabels[kind]])} />
          </SelectField>
          <EntryFields draft={draft} onChange={setDraft} errors={errors} />
          <FormError>{Object.keys(errors).length === 0 && add.error?.message}</FormError>
        </form>
      </FormDialog>
    </>
  );
}
