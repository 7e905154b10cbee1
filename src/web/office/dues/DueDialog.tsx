import { type FormEvent, useId, useState } from 'react';
import { formatDateTime, formatDay, today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { LazyDialog, useLast } from '../dialogs/lazy-dialogs.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { useDueAct } from './dues.queries.ts';

export type DueAction = 'paid' | 'credit' | 'waive' | 'void' | 'take-back' | 'history';

const words: Record<
  Exclude<DueAction, 'history'>,
  { title: string; description: string; button: string; done: string; danger?: boolean }
> = {
  paid: {
    title: 'Note this due as paid?',
    description: 'It is open no more, and the member is not reminded again.',
    button: 'Note as paid',
    done: 'Payment noted',
  },
  credit: {
    title: 'Note this payment as a credit?',
    description: 'A closing deducts this due, so the payment is owed back to the member.',
    button: 'Note as a credit',
    done: 'Credit added',
  },
  waive: {
    title: 'Waive this due?',
    description: 'The member owes it no more. You can open it again.',
    button: 'Waive',
    done: 'Due waived',
  },
  void: {
    title: 'Void this due?',
    description: 'For one that was charged by mistake. You can open it again.',
    button: 'Void',
    done: 'Due voided',
    danger: true,
  },
  'take-back': {
    title: 'Open this due again?',
    description: 'The member owes it again, and is reminded.',
    button: 'Open again',
    done: 'Due is open again',
  },
};

interface DueDialogProps {
  chosen: { due: Due; action: DueAction } | undefined;
  onClose: () => void;
}

export function DueDialog({ chosen, onClose }: DueDialogProps) {
  const act = useDueAct();
  const last = useLast(chosen);
  const form = useId();
  if (!last) return null;
  const { due, action } = last;
  function close(): void {
    if (act.isPending) return;
    act.reset();
    onClose();
  }
  if (action === 'history') return <History due={due} open={chosen !== undefined} onClose={close} />;
  const { title, description, button, done, danger = false } = words[action];
  return (
    <FormDialog
      open={chosen !== undefined}
      onClose={close}
      title={title}
      description={description}
      form={form}
      pending={act.isPending}
      danger={danger}
      submit={button}
    >
      <DueForm
        key={`${due._id} ${action}`}
        id={form}
        due={due}
        action={action}
        act={act}
        onDone={() => {
          say(done);
          close();
        }}
      />
    </FormDialog>
  );
}

interface DueFormProps {
  id: string;
  due: Due;
  action: Exclude<DueAction, 'history'>;
  act: ReturnType<typeof useDueAct>;
  onDone: () => void;
}

function DueForm({ id, due, action, act, onDone }: DueFormProps) {
  const [on, setOn] = useState(today);
  const [method, setMethod] = useState('');
  const [reason, setReason] = useState('');
  const isPayment = action === 'paid' || action === 'credit';
  const fields = act.error instanceof ApiError ? act.error.fields : {};
  const form = useFocusOnRefusal(act.error);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const payment = { due: due._id, on, method, credit: action === 'credit' };
    act.mutate(
      isPayment ? { act: 'paid', body: { payments: [payment] } } : { act: action, id: due._id, reason },
      { onSuccess: onDone },
    );
  }
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <p>
        {due.label}, {dueAmount(due.amount)}, <span translate="no">{due.member.name}</span>
      </p>
      {isPayment ? (
        <>
          <TextField
            label="Date"
            type="date"
            required
            value={on}
            error={fields['payments.0.on']}
            onChange={({ target }) => setOn(target.value)}
          />
          <TextField
            label="Method"
            required
            hint="Such as Check 1042 or Wire. No account numbers."
            autoComplete="off"
            maxLength={maxLengths.closing.method}
            value={method}
            error={fields['payments.0.method']}
            onChange={({ target }) => setMethod(target.value)}
          />
        </>
      ) : (
        <TextArea
          label="Reason"
          required
          rows={3}
          maxLength={maxLengths.closing.reason}
          value={reason}
          error={fields.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <FormError>{Object.keys(fields).length === 0 && act.error?.message}</FormError>
    </form>
  );
}

function History({ due, open, onClose }: { due: Due; open: boolean; onClose: () => void }) {
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={`${due.label}, ${due.member.name}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <p>
          {due.reason}. Charged on {formatDay(due.charged)}, {dueAmount(due.amount)}.
        </p>
        <ol className="grid grid-cols-1 gap-2">
          {due.history.map(({ date, by, text }) => (
            <li key={`${date} ${text}`}>
              <span className="text-muted text-sm">
                {formatDateTime(date)}, <span translate="no">{by}</span>
              </span>
              <br />
              {text}
            </li>
          ))}
        </ol>
      </div>
    </LazyDialog>
  );
}
