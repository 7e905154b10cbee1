import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { counted } from '../../../shared/counted.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { alerts } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { duesPath } from '../closings/paths.ts';
import { Page } from '../page/Page.tsx';
import { openDuesQuery, useDueAct } from './dues.queries.ts';

/** The checks of a morning: type a method in each row that is paid; Enter goes to the next row. */
export function DuePayments() {
  const query = useQuery(openDuesQuery);
  return (
    <Page title="Note payments" back={{ to: duesPath, label: 'Back to dues' }}>
      <p className="text-muted">
        Type how each due was paid, such as Check 1042. Enter goes to the next row. Rows left blank stay open.
      </p>
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading open dues">
        {query.data && query.data.length > 0 && <Payments dues={query.data} />}
        {query.data?.length === 0 && <EmptyState>No dues are open.</EmptyState>}
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            We couldn't load the dues. {query.error.message}
          </ErrorState>
        )}
      </Pending>
    </Page>
  );
}

function Payments({ dues }: { dues: Due[] }) {
  const [on, setOn] = useState(today);
  const [methods, setMethods] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const act = useDueAct();
  const paid = dues.filter(({ _id }) => (methods[_id] ?? '').trim() !== '');
  const total = paid.reduce((sum, { amount }) => sum + amount, 0);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (paid.length === 0) return;
    const payments = paid.map(({ _id }) => ({ due: _id, on, method: methods[_id] ?? '' }));
    act.mutate(
      { act: 'paid', body: { payments } },
      {
        onSuccess: () => {
          setMethods({});
          const message = `${counted(payments.length, 'payment')} noted`;
          alerts.add({ message, type: 'success', snackbar: true });
        },
      },
    );
  }

  function next(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('input[name="method"]') ?? [])];
    fields[fields.indexOf(event.currentTarget) + 1]?.focus();
  }

  const columns: Column<Due>[] = [
    {
      id: 'member',
      header: 'Member',
      value: ({ member }) => member.name,
      cell: ({ member, label }) => (
        <Named name={member.name} under={label} wide>
          <span translate="no">{member.name}</span>
        </Named>
      ),
    },
    { id: 'due', header: 'Due by', kind: 'fixed', value: ({ due }) => formatDay(due) },
    {
      id: 'amount',
      header: 'Amount',
      kind: 'fixed',
      value: ({ amount }) => dueAmount(amount),
      align: 'end',
    },
    {
      id: 'method',
      header: 'Paid by',
      value: ({ _id }) => methods[_id] ?? '',
      isBlank: () => false,
      cell: ({ _id, label, member }) => (
        <input
          name="method"
          className="control"
          aria-label={`How ${member.name} paid ${label}`}
          autoComplete="off"
          maxLength={maxLengths.closing.method}
          value={methods[_id] ?? ''}
          onKeyDown={next}
          onChange={({ target }) => setMethods((before) => ({ ...before, [_id]: target.value }))}
        />
      ),
    },
  ];
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label="Paid on"
        type="date"
        required
        className="max-w-60"
        value={on}
        onChange={({ target }) => setOn(target.value)}
      />
      <PlainTable caption="Open dues" rows={dues} columns={columns} rowKey={({ _id }) => _id} />
      <FormError>{act.error?.message}</FormError>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" pending={act.isPending} disabled={paid.length === 0}>
          {paid.length === 0 ? 'Note payments' : `Note ${counted(paid.length, 'payment')}`}
        </Button>
        <p role="status">{paid.length > 0 && `Together ${formatMoney(total)}`}</p>
      </div>
    </form>
  );
}
