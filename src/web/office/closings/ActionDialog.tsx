import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { OfficeClosing } from '../../../shared/closings/closing-answers.ts';
import { today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney, parseSignedMoney } from '../../../shared/money.ts';
import { ApiError } from '../../api.ts';
import { say } from '../../ui/alerts.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { FormError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { fromOfficeTime } from '../articles/office-time.ts';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { useLast } from '../dialogs/lazy-dialogs.tsx';
import { useFocusOnRefusal } from '../dialogs/SaveDialog.tsx';
import { useUser } from '../session/guards.tsx';
import type { Versioned } from './closings.queries.ts';
import { LetterPreview } from './LetterPreview.tsx';
import type { OfficeAction } from './office-actions.ts';
import {
  type Act,
  keptDuesQuery,
  type OnConflict,
  officeActs,
  useOfficeAct,
} from './office-closings.queries.ts';

interface ActionDialogProps {
  current: Versioned<OfficeClosing>;
  action: OfficeAction | undefined;
  onConflict: OnConflict;
  onClose: () => void;
}

export function ActionDialog({ current, action, onConflict, onClose }: ActionDialogProps) {
  const act = useOfficeAct(current, onConflict);
  const last = useLast(action);
  const form = useId();
  if (!last) return null;

  function close(): void {
    if (act.isPending) return;
    act.reset();
    onClose();
  }

  return (
    <FormDialog
      open={action !== undefined}
      onClose={close}
      title={last.title}
      description={last.description}
      form={form}
      pending={act.isPending}
      danger={last.danger ?? false}
      submit={last.button}
    >
      <ActionForm
        key={last.name}
        id={form}
        closing={current.closing}
        action={last}
        act={act}
        onDone={() => {
          say(last.done);
          onClose();
        }}
        onConflict={onClose}
      />
    </FormDialog>
  );
}

type ActionFormProps = {
  id: string;
  closing: OfficeClosing;
  action: OfficeAction;
  act: ReturnType<typeof useOfficeAct>;
  onDone: () => void;
  onConflict: () => void;
};

type Texts = Record<
  'text' | 'signature' | 'at' | 'on' | 'method' | 'price' | 'gross' | 'fees' | 'kept',
  string
>;

function ActionForm({ id, closing, action, act, onDone, onConflict }: ActionFormProps) {
  const day = today();
  const [typed, setTyped] = useState<Texts>({
    text: '',
    signature: '',
    at: '',
    on: day,
    method: '',
    price: '',
    gross: '',
    fees: '',
    kept: '',
  });
  const [due, setDue] = useState(() => closing.dueAfterFall.map(({ id: line }) => line));
  const [freed, setFreed] = useState<Due[]>([]);
  const [own, setOwn] = useState<Record<string, string>>({});
  const [beyondGross, setBeyondGross] = useState(false);
  const fields = { ...(act.error instanceof ApiError ? act.error.fields : {}), ...own };
  const form = useFocusOnRefusal(act.error, own);
  const { name } = useUser();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const [call, errors] = callOf(closing, action, typed, { due, beyondGross, freed });
    setOwn(errors);
    if (Object.keys(errors).length > 0) return;
    act.mutate(
      { act: call },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (error instanceof ApiError && error.status === 412) onConflict();
        },
      },
    );
  }

  const text = (key: keyof Texts, field: string = key) => ({
    value: typed[key],
    error: fields[field],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [key]: target.value }));
      // The yes was to the amount that stood there.
      if (differences.some(([name]) => name === key)) setBeyondGross(false);
    },
  });
  const reasonField = action.name === 'ask' ? 'text' : 'reason';
  const shown = action.fields;
  const known = new Set([
    'text',
    'reason',
    'signature',
    'at',
    'on',
    'method',
    'price',
    'gross',
    'fees',
    'kept',
    'beyondGross',
    'dues',
  ]);
  const hasOwn = Object.keys(fields).some((field) => known.has(field));
  return (
    <form ref={form} id={id} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      {shown === 'signature' && (
        <>
          {closing.letter && <LetterPreview letter={closing.letter} />}
          <p>
            {closing.agent.name} keeps <strong>{formatMoney(closing.statement.agentKeeps)}</strong> of{' '}
            {formatMoney(closing.statement.gross)} gross.
          </p>
          <TextField
            label="Your signature"
            required
            hint={`Type your name: ${name}`}
            maxLength={maxLengths.closing.signature}
            {...text('signature')}
          />
        </>
      )}
      {shown === 'time' && (
        <TextField
          label="Date and time (optional)"
          type="datetime-local"
          hint="Pacific time"
          {...text('at')}
        />
      )}
      {shown === 'paid' && (
        <>
          <TextField label="Date" type="date" required {...text('on')} />
          <TextField
            label="Method"
            required
            hint="Such as Check 1042 or Wire. No account numbers."
            maxLength={maxLengths.closing.method}
            {...text('method')}
          />
        </>
      )}
      {shown === 'correction' && (
        <>
          <TextField label="Date" type="date" required {...text('on')} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {differences.map(([key, label]) => (
              <TextField key={key} label={`${label}, difference`} before="$" {...text(key)} />
            ))}
          </div>
          <KeptDues closing={closing._id} freed={freed} error={fields.dues} onFree={setFreed} />
          <p role="status" className="min-h-6 text-sm">
            {understood(typed, freed)}
          </p>
          {(fields.beyondGross !== undefined || beyondGross) && (
            <CheckboxField
              label="Yes, correct it by this amount"
              error={fields.beyondGross}
              checked={beyondGross}
              onChange={({ target }) => setBeyondGross(target.checked)}
            />
          )}
        </>
      )}
      {(shown === 'text' || shown === 'correction' || shown === 'fall') && (
        <TextArea
          label={action.name === 'ask' ? 'What to change' : 'Reason'}
          required
          rows={3}
          maxLength={maxLengths.closing.reason}
          {...text('text', reasonField)}
        />
      )}
      {shown === 'fall' && closing.dueAfterFall.length > 0 && (
        <fieldset className="grid gap-3">
          <legend className="mb-1 font-semibold text-sm">Stays due</legend>
          {closing.dueAfterFall.map(({ id: line, label, amount, rule }) => (
            <CheckboxField
              key={line}
              label={`${label}, ${formatMoney(Math.abs(amount))}`}
              hint={rule}
              checked={due.includes(line)}
              onChange={({ target }) =>
                setDue((before) =>
                  target.checked ? [...before, line] : before.filter((each) => each !== line),
                )
              }
            />
          ))}
        </fieldset>
      )}
      <FormError>{!hasOwn && act.error?.message}</FormError>
    </form>
  );
}

interface KeptDuesProps {
  closing: string;
  freed: Due[];
  error: string | undefined;
  onFree: (freed: Due[]) => void;
}

/** Dues that this closing deducted. */
function KeptDues({ closing, freed, error, onFree }: KeptDuesProps) {
  const { data: dues = [] } = useQuery(keptDuesQuery(closing));
  if (dues.length === 0) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold text-sm">Dues to open again</legend>
      {dues.map((due) => (
        <CheckboxField
          key={due._id}
          label={`${due.label}, ${dueAmount(due.amount)}`}
          hint="It is paid back, and no longer paid by this closing"
          error={error}
          checked={freed.some(({ _id }) => _id === due._id)}
          onChange={({ target }) =>
            onFree(target.checked ? [...freed, due] : freed.filter(({ _id }) => _id !== due._id))
          }
        />
      ))}
    </fieldset>
  );
}

const differences = [
  ['gross', 'Gross'],
  ['fees', 'Fees'],
  ['kept', 'Kept'],
  ['price', 'Price'],
] as const;

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', signDisplay: 'always' });

/** 'This adds −$500.00 kept, +$500.00 fees': the figures as they will be saved. */
function understood(typed: Texts, freed: Due[]): string {
  const read = differences.flatMap(([key, label]) => {
    const difference = differenceOf(typed[key]);
    const cents =
      key === 'kept' ? freed.reduce((sum, { amount }) => sum + amount, difference ?? 0) : difference;
    return cents ? [`${exact.format(cents / 100).replace('-', '−')} ${label.toLowerCase()}`] : [];
  });
  return read.length > 0 ? `This correction adds ${read.join(', ')}.` : '';
}

/** The call of an action, and what cannot be sent. */
function callOf(
  closing: OfficeClosing,
  { name }: OfficeAction,
  typed: Texts,
  { due, beyondGross, freed }: { due: string[]; beyondGross: boolean; freed: Due[] },
): [Act, Record<string, string>] {
  const acts = officeActs(closing._id);
  const { version } = closing;
  const errors: Record<string, string> = {};
  const difference = (field: 'price' | 'gross' | 'fees' | 'kept') => {
    const cents = differenceOf(typed[field]);
    if (cents === undefined) errors[field] = unreadDifference;
    return cents ?? 0;
  };
  switch (name) {
    case 'approve':
      return [
        acts.approve({ version, signature: typed.signature, sha256: closing.letter?.sha256 ?? '' }),
        errors,
      ];
    case 'ask':
      return [acts.ask(typed.text), errors];
    case 'withdraw':
      return [acts.withdraw(typed.text), errors];
    case 'paid':
      return [acts.paid({ version, on: typed.on, method: typed.method }), errors];
    case 'correct': {
      const differences = {
        price: difference('price'),
        gross: difference('gross'),
        fees: difference('fees'),
        kept: difference('kept'),
      };
      return [
        acts.correct({
          version,
          on: typed.on,
          reason: typed.text,
          beyondGross,
          dues: freed.map(({ _id }) => _id),
          ...differences,
        }),
        errors,
      ];
    }
    case 'fall': {
      const charges = closing.dueAfterFall
        .filter(({ id }) => due.includes(id))
        .map(({ label, amount, rule }) => ({ label, amount: Math.abs(amount), reason: rule }));
      return [acts.fall({ reason: typed.text, charges }), errors];
    }
    case 'archive':
      return [acts.archive(), errors];
    default: {
      const at = typed.at === '' ? undefined : fromOfficeTime(typed.at);
      if (typed.at !== '' && at === undefined) errors.at = 'Time is not valid';
      return [acts.step({ step: name, ...(at !== undefined && { at }) }), errors];
    }
  }
}

/** '' is no difference. */
const differenceOf = (text: string) => (text.trim() === '' ? 0 : parseSignedMoney(text));

const unreadDifference = "We can't read this amount. Write 12,500.50, or -500 for less";
