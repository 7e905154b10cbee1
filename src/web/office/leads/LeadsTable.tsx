import { Link, useLocation } from 'react-router';
import type { Lead } from '../../../shared/leads.contract.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { LeadMail } from './LeadMail.tsx';
import { mailLabel, nameOf } from './lead-labels.ts';
import { RowStatus } from './RowStatus.tsx';

/** Without room for seven columns, these two move below the name; cards have room for all. */
const wide = '@table:@max-4xl:hidden';

const columns: Column<Lead>[] = [
  {
    id: 'name',
    header: 'Name',
    value: nameOf,
    cell: (lead) => (
      <>
        <LeadLink lead={lead} />
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
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
  },
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => status,
    cell: (lead) => <RowStatus lead={lead} />,
  },
  { id: 'mail', header: 'Mail', value: mailLabel, cell: (lead) => <LeadMail lead={lead} /> },
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

export const LeadsTable = ({ leads }: { leads: Lead[] }) => (
  <PlainTable caption="Leads" rows={leads} columns={columns} rowKey={({ _id }) => _id} />
);
