import { Link } from 'react-router';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { Payee } from '../../../shared/payees/payees.contract.ts';
import { formNeedLabels, payeeKindLabels, w9Labels } from '../../../shared/payees/payees.ts';
import type { Column } from '../../ui/columns.ts';
import { Lines } from '../../ui/Lines.tsx';
import { officeClosingsPath } from '../closings/paths.ts';
import { filePath } from '../compliance/paths.ts';

/** The member where the form has another name, with further accounts, or the license of another broker. */
const underOf = ({ name, member, others = [], kind, license }: Payee): string => {
  if (kind === 'other-broker') return `License ${license}`;
  if (member === null) return 'Account deleted';
  const also = others.map((other) => other.name).join(', ');
  return [member.name === name ? '' : `For ${member.name}`, also && `Also paid as ${also}`]
    .filter((part) => part !== '')
    .join('. ');
};

const w9Text = ({ w9: { state, on } }: Payee): string =>
  on === null ? w9Labels[state] : `${w9Labels[state]}, ${formatDay(on)}`;

export const payeeColumns: Column<Payee>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: (payee) => (
      <span className="grid">
        {payee.member ? (
          <Link translate="no" to={filePath(payee.member._id)}>
            {payee.name}
          </Link>
        ) : (
          <span translate="no">{payee.name}</span>
        )}
        <span className="whitespace-normal font-normal text-muted empty:hidden">{underOf(payee)}</span>
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', kind: 'fixed', value: ({ kind }) => payeeKindLabels[kind] },
  {
    id: 'payments',
    header: 'Payments',
    kind: 'fixed',
    value: ({ payments }) => payments,
    align: 'end',
    cell: ({ payments, member, others = [] }) =>
      member ? (
        <Link
          to={`${officeClosingsPath}/list?agent=${[member, ...others].map(({ _id }) => _id).join(',')}`}
          aria-label={`${payments}: closings of ${member.name}`}
        >
          {payments}
        </Link>
      ) : (
        payments
      ),
  },
  {
    id: 'total',
    header: 'Paid',
    kind: 'fixed',
    value: ({ total }) => total,
    align: 'end',
    cell: ({ total, corrections }) => (
      <Lines>
        <span>{formatMoney(total)}</span>
        {corrections !== 0 && (
          <span className="text-muted">with corrections of {formatMoney(corrections)}</span>
        )}
      </Lines>
    ),
  },
  {
    id: 'w9',
    header: 'W-9',
    value: ({ w9 }) => w9.state,
    cell: (payee) =>
      payee.member ? (
        <Lines>
          <span>{w9Text(payee)}</span>
          {payee.w9.paidTo !== '' && (
            <span className="text-muted">
              Paid to <span translate="no">{payee.w9.paidTo}</span>
            </span>
          )}
        </Lines>
      ) : (
        '—'
      ),
  },
  { id: 'form', header: 'Needs a form', kind: 'fixed', value: ({ form }) => formNeedLabels[form] },
];
