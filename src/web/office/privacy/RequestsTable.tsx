import { Link } from 'react-router';
import type { PrivacyRequest } from '../../../shared/privacy/privacy.contract.ts';
import { privacyKindLabels } from '../../../shared/privacy/privacy-kinds.ts';
import type { Column } from '../../ui/columns.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { firstActionClass } from '../lists/row-actions.ts';
import { PlainDate } from '../page/PlainDate.tsx';
import { RequestState, requestStateLabel } from './RequestState.tsx';

/** Empty once the line has lost its name. */
export const nameOf = ({ name }: PrivacyRequest) => name || 'Name erased';

const columns: Column<PrivacyRequest>[] = [
  { id: 'kind', header: 'Asks', value: ({ kind }) => privacyKindLabels[kind] },
  {
    id: 'name',
    header: 'Who',
    value: nameOf,
    cell: (request) => (
      <span className="wrap-anywhere">
        {nameOf(request)}
        <span className="block text-muted text-sm">{request.email}</span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    value: requestStateLabel,
    cell: (request) => <RequestState request={request} />,
  },
  {
    id: 'received',
    header: 'Received',
    value: ({ received }) => received,
    cell: ({ received }) => <PlainDate iso={received} />,
  },
  { id: 'due', header: 'Due', value: ({ due }) => due, cell: ({ due }) => <PlainDate iso={due} /> },
];

export const RequestsTable = ({ requests }: { requests: PrivacyRequest[] }) => (
  <PlainTable
    caption="Privacy requests"
    rows={requests}
    columns={columns}
    rowKey={({ _id }) => _id}
    actions={(request) => (
      <Link
        to={`/dashboard/admin/privacy/${request._id}`}
        className={firstActionClass}
        aria-label={`Open the request of ${nameOf(request)}: ${privacyKindLabels[request.kind]}`}
      >
        Open
      </Link>
    )}
  />
);
