import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { Due, OwnDue } from '../../../shared/dues/dues.contract.ts';
import { dueAmount } from '../../../shared/dues/dues.ts';
import type { Column } from '../../ui/columns.ts';
import { Lines } from '../../ui/Lines.tsx';
import { DueState } from './DueState.tsx';

/** 'Check 12, Feb 3, 2026', or why it was waived. */
function settledText({ settled, closing }: Due | OwnDue): string {
  const from = closing ? [closing.property] : [];
  if (!settled) return from.join();
  const { on, method, reason } = settled;
  return [...from, method, reason, formatDay(on)].filter((text) => text !== '').join(', ');
}

export const dueColumn: Column<Due | OwnDue> = {
  id: 'due',
  header: 'Due by',
  kind: 'fixed',
  className: 'whitespace-nowrap',
  value: ({ due }) => due,
  cell: ({ due }) => formatDay(due),
};

export const amountColumn: Column<Due | OwnDue> = {
  id: 'amount',
  header: 'Amount',
  kind: 'fixed',
  className: 'whitespace-nowrap',
  value: ({ amount }) => dueAmount(amount),
  align: 'end',
};

export const stateColumn: Column<Due | OwnDue> = {
  id: 'state',
  header: 'State',
  value: ({ state }) => state,
  cell: (due): ReactNode => {
    const how = settledText(due);
    return (
      <Lines>
        <DueState state={due.state} />
        {how !== '' && <span className="text-muted">{how}</span>}
      </Lines>
    );
  },
};
