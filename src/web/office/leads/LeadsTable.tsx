import { Link, useLocation } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LeadMail } from './LeadMail.tsx';
import { mailLabel, nameOf, waitingLabel } from './lead-labels.ts';
import { RowStatus } from './RowStatus.tsx';

/** Without room for seven columns, these two move below the name; cards have room for all. */
const wide = '@table:@max-4xl:hidden';

const columnsOf = (marks: Marks): Column<Lead>[] => [
  {
    id: 'name',
    header: 'Name',
    value: nameOf,
    cell: (lead) => (
      <>
        <span className="flex items-center gap-3">
          <input
            type="checkbox"
            aria-label={`Mark ${nameOf(lead)}`}
            checked={marks.marked.has(lead._id)}
            onChange={({ target }) => marks.onMark([lead._id], target.checked)}
            className="size-5 shrink-0"
          />
          <LeadLink lead={lead} />
        </span>
        <span className="hidden font-normal text-sm @table:@max-4xl:grid">
          <span>
            <PhoneLink phone={lead.phone} />
          </span>
          <span>
            <EmailLink email={lead.email} />
          </span>
        </span>
      </>
    ),
  },
  {
    id: 'phone',
    header: 'Phone',
    value: ({ phone }) => phone,
    cell: ({ phone }) => <PhoneLink phone={phone} />,
    className: wide,
  },
  {
    id: 'email',
    header: 'Email',
    value: ({ email }) => email,
    cell: ({ email }) => <EmailLink email={email} />,
    className: wide,
  },
  {
    id: 'date',
    header: 'Received',
    value: ({ date }) => date,
    cell: ({ date, waitingSince }) => (
      <span className="grid">
        <RelativeTime iso={date} className="whitespace-nowrap" />
        {waitingSince && (
          <span className="wrap-normal text-poppy-text text-sm">{waitingLabel(waitingSince)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ owner }) => owner?.name ?? '',
    cell: ({ owner, nextStep }) => (
      <span className="grid">
        <span>{owner?.name ?? 'Unassigned'}</span>
        {nextStep && (
          <span className="text-muted text-sm">
            {formatDate(nextStep.on)}: {nextStep.text}
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Stage',
    value: ({ status }) => status,
    cell: (lead) => <RowStatus lead={lead} />,
  },
  { id: 'mail', header: 'Email', value: mailLabel, cell: (lead) => <LeadMail lead={lead} /> },
  { id: 'notes', header: 'Notes', value: ({ notes }) => notes, align: 'end' },
];

/** Passes on the list's address, so that the way back leads to the same search. */
function LeadLink({ lead }: { lead: Lead }) {
  const { search } = useLocation();
  return (
    <Link
      to={`/dashboard/leads/${lead._id}`}
      state={{ list: search }}
      className="text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5"
    >
      {nameOf(lead)}
    </Link>
  );
}

export interface Marks {
  marked: ReadonlySet<string>;
  onMark: (ids: string[], marked: boolean) => void;
}

export function LeadsTable({ leads, marks }: { leads: Lead[]; marks: Marks }) {
  const ids = leads.map(({ _id }) => _id);
  return (
    <div className="grid gap-3">
      <label className="flex min-h-6 items-center gap-3 text-sm pointer-coarse:min-h-11 @table:px-3">
        <input
          type="checkbox"
          checked={ids.every((id) => marks.marked.has(id))}
          onChange={({ target }) => marks.onMark(ids, target.checked)}
          className="size-5 shrink-0"
        />
        Select all on this page
      </label>
      <PlainTable caption="Leads" rows={leads} columns={columnsOf(marks)} rowKey={({ _id }) => _id} />
    </div>
  );
}
