import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { parseMoney } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { coAgentsQuery } from '../closings/closings.queries.ts';
import { AmountField } from '../closings/PartField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { useSettledSearch } from '../lists/useSettledSearch.ts';
import { useDueAct } from './dues.queries.ts';

interface Person {
  _id: string;
  name: string;
}

type AddDueDialogProps = { open: boolean; onClose: () => void };

export function AddDueDialog({ open, onClose }: AddDueDialogProps) {
  const act = useDueAct();
  const form = useId();
  function close(): void {
    if (act.isPending) return;
    act.reset();
    onClose();
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Add a due"
      description="The member sees it, and we email them about it."
      form={form}
      pending={act.isPending}
      submit="Add due"
    >
      {open && (
        <AddForm
          id={form}
          act={act}
          onDone={() => {
            say('Due added');
            close();
          }}
        />
      )}
    </FormDialog>
  );
}

interface AddFormProps {
  id: string;
  act: ReturnType<typeof useDueAct>;
  onDone: () => void;
}

function AddForm({ id, act, onDone }: AddFormProps) {
  const [member, setMember] = useState<Person>();
  const [typed, setTyped] = useState({ label: '', amount: '', reason: '', due: '' });
  const [own, setOwn] = useState<Record<string, string>>({});
  const fields = { ...(act.error instanceof ApiError ? act.error.fields : {}), ...own };
  const form = useFocusOnRefusal(act.error, own);
  const text = (name: keyof typeof typed) => ({
    value: typed[name],
    error: fields[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    const amount = parseMoney(typed.amount);
    const errors = {
      ...(!member && { member: 'Choose a member' }),
      ...(!amount && { amount: 'Enter an amount such as 60 or 1,250.50' }),
    };
    setOwn(errors);
    if (!member || !amount) return;
    const { label, reason, due } = typed;
    const body = { member: member._id, label, amount, reason, ...(due !== '' && { due }) };
    act.mutate({ act: 'add', body }, { onSuccess: onDone });
  }
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <MemberField member={member} error={fields.member} onPick={setMember} />
      <TextField label="Label" required maxLength={maxLengths.closing.label} {...text('label')} />
      <AmountField
        label="Amount"
        required
        value={typed.amount}
        error={fields.amount}
        onChange={(amount) => setTyped((before) => ({ ...before, amount }))}
      />
      <TextArea label="Reason" required rows={2} maxLength={maxLengths.closing.reason} {...text('reason')} />
      <TextField label="Due by (optional)" type="date" {...text('due')} />
      <FormError>{Object.keys(fields).length === 0 && act.error?.message}</FormError>
    </form>
  );
}

interface MemberFieldProps {
  member: Person | undefined;
  error: string | undefined;
  onPick: (member: Person | undefined) => void;
}

function MemberField({ member, error, onPick }: MemberFieldProps) {
  const [search, setSearch] = useState('');
  const settled = useSettledSearch(search.trim(), 200);
  const found = useQuery({ ...coAgentsQuery(settled), enabled: settled !== '' });
  if (member)
    return (
      <p className="flex flex-wrap items-center gap-3">
        <span>
          Member: <strong translate="no">{member.name}</strong>
        </span>
        <Button variant="secondary" size="sm" onClick={() => onPick(undefined)}>
          Change
        </Button>
      </p>
    );
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        label="Member"
        required
        placeholder="Start typing a name"
        autoComplete="off"
        value={search}
        error={error}
        onChange={({ target }) => setSearch(target.value)}
      />
      <p role="status" className="text-muted text-sm empty:hidden">
        {settled !== '' && found.isSuccess && found.data.length === 0 && 'No members match.'}
      </p>
      {settled !== '' && (found.data ?? []).length > 0 && (
        <ul aria-label="Members found" className="flex flex-wrap gap-2">
          {(found.data ?? []).map((person) => (
            <li key={person._id}>
              <Button variant="secondary" size="sm" onClick={() => onPick(person)}>
                <span translate="no">{person.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
