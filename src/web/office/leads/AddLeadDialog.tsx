import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useAddLead } from './add-leads.queries.ts';
import { nameOf } from './lead-labels.ts';

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  license: '',
  brokerage: '',
  source: '',
  note: '',
};

type AddLeadDialogProps = { open: boolean; onClose: () => void };

/** Someone the office has met. The page of the new lead opens; that of a lead who is there already is linked. */
export function AddLeadDialog({ open, onClose }: AddLeadDialogProps) {
  const [values, setValues] = useState(empty);
  const [take, setTake] = useState(true);
  const add = useAddLead();
  const navigate = useNavigate();
  const id = useId();
  const fields = add.error instanceof ApiError ? add.error.fields : {};
  const known = add.data?.known ? add.data.lead : undefined;

  function close(): void {
    if (add.isPending) return;
    add.reset();
    onClose();
  }

  function change(changed: Partial<typeof empty>): void {
    setValues({ ...values, ...changed });
    if (known) add.reset();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    add.mutate(
      { ...values, take },
      {
        onSuccess: ({ lead, known: isKnown }) => {
          if (isKnown) return;
          setValues(empty);
          onClose();
          say(`${nameOf(lead)} is added`);
          void navigate(`/dashboard/leads/${lead._id}`);
        },
      },
    );
  }

  const text = (name: keyof typeof empty) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    error: fields[name],
    autoComplete: 'off',
  });

  return (
    <FormDialog open={open} onClose={close} title="Add a lead" form={id} pending={add.isPending} submit="Add">
      <form id={id} noValidate onSubmit={submit} className="grid gap-4">
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <TextField label="First name" required {...text('firstName')} />
          <TextField label="Last name" required {...text('lastName')} />
          <TextField label="Email" type="email" required {...text('email')} />
          <TextField label="Phone (optional)" type="tel" {...text('phone')} />
          <TextField label="License (optional)" hint="8 digits" {...text('license')} />
          <TextField label="Current brokerage (optional)" hint="Where they work now" {...text('brokerage')} />
        </div>
        {known && <Known lead={known} />}
        <TextField
          label="Where from (optional)"
          hint="For example: open house, a colleague, a phone call"
          {...text('source')}
        />
        <TextArea label="Note (optional)" rows={3} {...text('note')} />
        <CheckboxField
          label="Assign to me"
          checked={take}
          onChange={({ target }) => setTake(target.checked)}
        />
        <FormError>{Object.keys(fields).length === 0 && add.error?.message}</FormError>
        <p className="text-muted text-sm">
          Many at once?{' '}
          <Link to="/dashboard/leads/import" className="text-brand underline hover:text-brand-hover">
            Import a list
          </Link>
        </p>
      </form>
    </FormDialog>
  );
}

const Known = ({ lead }: { lead: Lead }) => (
  <p role="alert" className="wrap-anywhere text-poppy-text">
    This email address belongs to a lead who is here already. Nothing was added.{' '}
    <Link
      to={`/dashboard/leads/${lead._id}`}
      translate="no"
      className="text-brand underline hover:text-brand-hover"
    >
      {nameOf(lead)}
    </Link>
  </p>
);
