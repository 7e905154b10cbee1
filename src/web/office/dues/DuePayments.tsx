import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { counted } from '../../../shared/counted.ts';
import { formatDay, today } from '../../../shared/dates.ts';
import type { Due } from '../../../shared/dues/dues.contract.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import { formatMoney } from '../../../shared/money.ts';
import { say } from '../../ui/alerts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FormError } from '../../ui/Field.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { duesPath } from '../closings/paths.ts';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { duesQuery, useDueAct } from './dues.queries.ts';

/** A method that was typed for a due, by its id: it stays while another search shows other rows. */
type Typed = ReadonlyMap<string, { due: Due; method: string }>;

/** The checks of a morning: type a method in each row that is paid; Enter goes to the next row. */
export function DuePayments() {
  const [params, changeParams] = useUrlParams();
  const [on, setOn] = useState(today);
  const [typed, setTyped] = useState<Typed>(new Map());
  const act = useDueAct();
  const searched = params.get('q') ?? '';
  const search = useCallback((q: string) => changeParams({ q }, { replace: true }), [changeParams]);
  const paid = [...typed.values()].filter(({ method }) => method.trim() !== '');
  const total = paid.reduce((sum, { due: { amount } }) => sum + amount, 0);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (paid.length === 0) return;
    const payments = paid.map(({ due: { _id, state }, method }) => ({
      due: _id,
      on,
      method,
      credit: state === 'kept',
    }));
    act.mutate(
      { act: 'paid', body: { payments } },
      {
        onSuccess: () => {
          setTyped(new Map());
          const message = `${counted(payments.length, 'payment')} noted`;
          say(message);
        },
      },
    );
  }

  return (
    <Page title="Note payments" back={{ to: duesPath, label: 'Back to dues' }}>
      <p className="text-muted">
        Type how each due was paid, such as Check 1042. Enter goes to the next row. Rows left blank stay open.
        What a closing deducts and is paid all the same becomes a credit.
      </p>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <TextField
            label="Paid on"
            type="date"
            required
            className="max-w-60"
            value={on}
            onChange={({ target }) => setOn(target.value)}
          />
          <TableSearch label="Search by member or due" value={searched} onChange={search} />
        </div>
        <Rows
          search={searched}
          typed={typed}
          onType={(due, method) => setTyped(new Map(typed).set(due._id, { due, method }))}
        />
        <FormError>{act.error?.message}</FormError>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" pending={act.isPending} disabled={paid.length === 0}>
            {paid.length === 0 ? 'Note payments' : `Note ${counted(paid.length, 'payment')}`}
          </Button>
          <p role="status">{paid.length > 0 && `Together ${formatMoney(total)}`}</p>
        </div>
      </form>
    </Page>
  );
}

interface RowsProps {
  search: string;
  typed: Typed;
  onType: (due: Due, method: string) => void;
}

function Rows({ search, typed, onType }: RowsProps) {
  const query = useInfiniteQuery(duesQuery({ state: 'unpaid', search }));
  const table = useRef<HTMLDivElement>(null);
  const dues = query.data?.pages.flatMap((page) => page.dues);

  function next(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const fields = [...(table.current?.querySelectorAll<HTMLInputElement>('input[name="method"]') ?? [])];
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
    {
      id: 'due',
      header: 'Due by',
      kind: 'fixed',
      value: ({ due }) => formatDay(due),
      cell: ({ due, closing }) => (
        <Lines>
          <span>{formatDay(due)}</span>
          {closing && <span className="text-muted">Deducted from {closing.property}</span>}
        </Lines>
      ),
    },
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
      value: ({ _id }) => typed.get(_id)?.method ?? '',
      isBlank: () => false,
      cell: (due) => (
        <input
          name="method"
          className="control"
          aria-label={`How ${due.member.name} paid ${due.label}`}
          autoComplete="off"
          maxLength={maxLengths.closing.method}
          value={typed.get(due._id)?.method ?? ''}
          onKeyDown={next}
          onChange={({ target }) => onType(due, target.value)}
        />
      ),
    },
  ];
  return (
    <LoadedList
      query={query}
      rows={dues}
      what="the dues"
      nouns={['due', 'dues']}
      empty={<EmptyState>{search === '' ? 'No dues are open.' : 'No open due matches.'}</EmptyState>}
    >
      {(dues) => (
        <div ref={table}>
          <PlainTable caption="Open dues" rows={dues} columns={columns} rowKey={({ _id }) => _id} />
        </div>
      )}
    </LoadedList>
  );
}
