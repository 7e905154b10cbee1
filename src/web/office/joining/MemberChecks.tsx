import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { formatDay, today } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import {
  type CheckAgain,
  checkKinds,
  type MemberCheck,
  type MemberCheckKind,
  memberCheckKinds,
} from '../../../shared/member-files/member-checks.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { checksQuery, useTick } from '../leads/applications.queries.ts';
import { Loaded } from '../page/Loaded.tsx';

/** Checks that the office ticks before a member works and is paid; every tick stays on record. */
export function MemberChecks({ user }: { user: { _id: string; name: string } }) {
  const query = useQuery(checksQuery(user._id));
  const [asked, setAsked] = useState<MemberCheckKind>();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <h2 id={id} className="text-xl">
        Before they can work and get paid
      </h2>
      <p className="text-muted">
        Until the public record shows them under your broker, no closing of theirs can be approved.
      </p>
      <Loaded query={query} what="The checks" skeleton={<Skeleton className="h-40" />}>
        {(checks) => (
          <ul aria-labelledby={id} className="border-line border-b">
            {checkKinds.map((kind) => (
              <Check
                key={kind}
                kind={kind}
                check={checks[kind]}
                again={checks.again.find((each) => each.kind === kind)}
                onAsk={() => setAsked(kind)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <TickDialog
        user={user}
        kind={asked}
        ticked={asked !== undefined && query.data?.[asked] == null}
        current={(asked && query.data?.current[asked]) ?? ''}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

type CheckProps = {
  kind: MemberCheckKind;
  check: MemberCheck | null;
  again: CheckAgain | undefined;
  onAsk: () => void;
};

const Check = ({ kind, check, again, onAsk }: CheckProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-3">
    <span className="min-w-0">
      <span className="font-semibold">{memberCheckKinds[kind]}</span>
      {again ? (
        <span className="wrap-anywhere block text-error text-sm">
          {`Checked for ${again.was} on ${formatDay(again.day)} by ${again.by}. Now ${again.is}: check again`}
        </span>
      ) : (
        <span className="wrap-anywhere block text-muted text-sm">
          {check ? `${formatDay(check.day)} by ${check.by}${check.note && `: ${check.note}`}` : 'Open'}
        </span>
      )}
    </span>
    <Button
      variant={check ? 'quiet' : 'secondary'}
      size="sm"
      className="print:hidden"
      aria-haspopup="dialog"
      aria-label={`${check ? 'Uncheck' : 'Check off'}: ${memberCheckKinds[kind]}`}
      onClick={onAsk}
    >
      {check ? 'Uncheck' : 'Check off'}
    </Button>
  </li>
);

type TickDialogProps = {
  user: { _id: string; name: string };
  kind: MemberCheckKind | undefined;
  ticked: boolean;
  /** The license or payee that a tick made now is for, in words; '' if it depends on neither. */
  current: string;
  onClose: () => void;
};

/** Keeps its words while it closes. */
function TickDialog({ user, kind, ticked, current, onClose }: TickDialogProps) {
  const [last, setLast] = useState(kind && { kind, ticked, current });
  if (kind && kind !== last?.kind) setLast({ kind, ticked, current });
  const tick = useTick(user._id);
  const id = useId();

  function close(): void {
    if (tick.isPending) return;
    tick.reset();
    onClose();
  }

  function closed(): void {
    onClose();
    setLast(undefined);
  }

  if (!last) return null;
  return (
    <FormDialog
      open={kind !== undefined}
      onClose={close}
      title={last.ticked ? memberCheckKinds[last.kind] : `Uncheck “${memberCheckKinds[last.kind]}”?`}
      description={`For ${user.name}${last.ticked && last.current ? ` (${last.current})` : ''}. Your name and the day stay on record.`}
      form={id}
      pending={tick.isPending}
      danger={!last.ticked}
      submit={last.ticked ? 'Check off' : 'Uncheck'}
    >
      <TickForm
        key={last.kind}
        id={id}
        error={tick.error}
        onSubmit={(body) => tick.mutate({ ...last, ...body }, { onSuccess: closed })}
      />
    </FormDialog>
  );
}

type TickFormProps = {
  id: string;
  error: Error | null;
  onSubmit: (body: { day: string; note: string }) => void;
};

function TickForm({ id, error, onSubmit }: TickFormProps) {
  const [day, setDay] = useState(() => today());
  const [note, setNote] = useState('');
  const fields = error instanceof ApiError ? error.fields : {};

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSubmit({ day, note });
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="Day"
        type="date"
        required
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={fields.day}
      />
      <TextField
        label="Note (optional)"
        autoComplete="off"
        maxLength={maxLengths.application.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={fields.note}
      />
      <FormError>{!fields.day && !fields.note && error?.message}</FormError>
    </form>
  );
}
