import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { Lead } from '../../../shared/leads.contract.ts';
import { cx } from '../../ui/cx.ts';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import type { Column } from '../../ui/useTableRows.ts';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { InviteLink, isToInvite } from './InviteLink.tsx';
import { LeadMail } from './LeadMail.tsx';
import { mailLabel, nameOf, waitingLabel } from './lead-labels.ts';
import { RowStatus } from './RowStatus.tsx';

/** Without room for all columns, these move below the name; cards have room for all. */
const wide = '@table:@max-5xl:hidden';

const columnsOf = (marks: Marks): Column<Lead>[] => [
  {
    id: 'name',
    header: 'Name',
    value: nameOf,
    tooltip: nameOf,
    cell: (lead) => (
      <>
        <span className="flex items-center gap-3">
          <MarkBox lead={lead} {...marks} />
          <LeadLink lead={lead} />
        </span>
        {lead.trapped && <span className="block font-normal text-poppy-text text-sm">May be a robot</span>}
        <span className="hidden font-normal @table:@max-5xl:grid">
          <span className="truncate">
            <PhoneLink lead={lead} />
          </span>
          <span className="truncate">
            <EmailLink email={lead.email} />
          </span>
        </span>
      </>
    ),
    className: '@5xl:w-44',
  },
  {
    id: 'phone',
    header: 'Phone',
    value: ({ phone }) => phone,
    tooltip: ({ phone }) => phone,
    cell: (lead) => <PhoneLink lead={lead} />,
    className: cx(wide, '@5xl:w-36'),
  },
  {
    id: 'email',
    header: 'Email',
    value: ({ email }) => shownEmail(email),
    tooltip: ({ email }) => shownEmail(email),
    cell: ({ email }) => <EmailLink email={email} />,
    className: wide,
  },
  {
    id: 'date',
    header: 'Received',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
    sortable: true,
    className: '@table:w-30',
  },
  {
    id: 'next',
    header: 'Next step',
    value: ({ nextStep }) => nextStep?.on ?? '',
    tooltip: (lead) => stepsOf(lead).join('; '),
    cell: (lead) => {
      const steps = stepsOf(lead);
      return (
        <span className={cx(lead.waitingSince !== null && 'text-poppy-text')}>
          {isToInvite(lead) && <InviteLink lead={lead} />}
          {isToInvite(lead) && steps.length > 0 && ' '}
          {steps.join('; ') || (isToInvite(lead) ? '' : '—')}
        </span>
      );
    },
  },
  {
    id: 'owner',
    header: 'Owner',
    value: ({ owner }) => owner?.name ?? '',
    tooltip: ({ owner }) => owner?.name ?? '',
    cell: ({ owner }) => owner?.name ?? <span className="text-muted">Unassigned</span>,
    className: '@table:w-26',
  },
  {
    id: 'status',
    header: 'Stage',
    value: ({ status }) => status,
    cell: (lead) => <RowStatus lead={lead} />,
    className: '@table:w-42',
  },
  {
    id: 'mail',
    header: 'Alert',
    value: mailLabel,
    tooltip: mailLabel,
    cell: (lead) => <LeadMail lead={lead} dotOnly />,
    className: cx(wide, '@5xl:w-15'),
  },
  {
    id: 'notes',
    header: 'Notes',
    value: ({ notes }) => notes,
    align: 'end',
    className: '@table:w-17',
  },
];

/** The answer that a lead waits for, and the planned step. */
const stepsOf = ({ waitingSince, nextStep }: Lead): string[] => [
  ...(waitingSince === null ? [] : [waitingLabel(waitingSince)]),
  ...(nextStep === null ? [] : [`${formatDueDay(nextStep.on, Date.now())}: ${nextStep.text}`]),
];

type MarkBoxProps = Marks & { lead: Lead };

function MarkBox({ lead: { _id, ...lead }, marked, onMark, onMarkRange }: MarkBoxProps) {
  // The change that follows a click does not tell of the Shift key.
  const shift = useRef(false);
  return (
    <input
      type="checkbox"
      aria-label={`Select ${nameOf(lead)}`}
      checked={marked.has(_id)}
      onClick={({ shiftKey }) => {
        shift.current = shiftKey;
      }}
      onChange={({ target }) =>
        shift.current ? onMarkRange(_id, target.checked) : onMark([_id], target.checked)
      }
      className="size-5 shrink-0"
    />
  );
}

/** Passes on the list's address, so that the way back leads to the same search. */
function LeadLink({ lead }: { lead: Lead }) {
  const { search } = useLocation();
  return (
    <Link
      translate="no"
      to={`/dashboard/leads/${lead._id}`}
      state={{ list: search }}
      className="min-w-0 text-brand underline hover:text-brand-hover @table:truncate pointer-coarse:py-2.5"
    >
      {nameOf(lead)}
    </Link>
  );
}

interface Marks {
  marked: ReadonlySet<string>;
  onMark: (ids: string[], marked: boolean) => void;
  /** Marks or clears all leads from the last one chosen to this one. */
  onMarkRange: (id: string, marked: boolean) => void;
}

type LeadsTableProps = {
  leads: Lead[];
  marks: Omit<Marks, 'onMarkRange'>;
  sort: string;
  onSort: (sort: string) => void;
};

export function LeadsTable({ leads, marks: { marked, onMark }, sort, onSort }: LeadsTableProps) {
  const ids = leads.map(({ _id }) => _id);
  const last = useRef<string>(undefined);
  const marks: Marks = {
    marked,
    onMark: (chosen, mark) => {
      last.current = chosen.at(-1);
      onMark(chosen, mark);
    },
    onMarkRange: (id, mark) => {
      const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
      last.current = id;
      onMark(from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1), mark);
    },
  };
  return (
    <PlainTable
      caption="Leads"
      rows={leads}
      columns={columnsOf(marks)}
      rowKey={({ _id }) => _id}
      sort={{ by: sort, onSort }}
      oneLine
      toolbar={
        <label className="flex min-h-9 items-center gap-3 text-sm pointer-coarse:min-h-11 @table:px-3">
          <input
            type="checkbox"
            checked={ids.every((id) => marked.has(id))}
            onChange={({ target }) => onMark(ids, target.checked)}
            className="size-5 shrink-0"
          />
          Select all on this page
        </label>
      }
    />
  );
}
