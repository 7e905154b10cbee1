import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { formatDueDay } from '../../../shared/dates.ts';
import { shownEmail } from '../../../shared/email-address.ts';
import type { Lead } from '../../../shared/leads/leads.contract.ts';
import type { Column, ColumnChoice } from '../../ui/columns.ts';
import { cx } from '../../ui/cx.ts';
import { Named } from '../../ui/Named.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { TableTools } from '../../ui/TableTools.tsx';
import { EmailLink, PhoneLink } from './ContactLinks.tsx';
import { InviteLink, isToInvite } from './InviteLink.tsx';
import { LeadMarks } from './LeadMarks.tsx';
import { nameOf, waitingLabel } from './lead-labels.ts';
import { RowStatus } from './RowStatus.tsx';

/** Without room for these columns the phone number stands below the name; cards have room. */
const wide = '@table:@max-4xl:hidden';

const nameColumn: Column<Lead> = {
  id: 'name',
  header: 'Name',
  kind: 'name',
  value: nameOf,
};

const facts: Column<Lead>[] = [
  {
    id: 'status',
    header: 'Stage',
    kind: 'fixed',
    value: ({ status }) => status,
    cell: (lead) => <RowStatus lead={lead} />,
    card: 'aside',
  },
  {
    id: 'next',
    header: 'Next step',
    kind: 'long',
    value: (lead) => (isToInvite(lead) ? 'Invite' : stepsOf(lead).join('; ')),
    tooltip: (lead) => stepsOf(lead).join('; '),
    cell: (lead) => {
      const steps = stepsOf(lead);
      return (
        <span className={cx(lead.waitingSince !== null && 'text-poppy-text')}>
          {isToInvite(lead) && <InviteLink lead={lead} />}
          {isToInvite(lead) && steps.length > 0 && ' '}
          {steps.join('; ')}
        </span>
      );
    },
    card: 'bare',
  },
  {
    id: 'owner',
    header: 'Owner',
    kind: 'name',
    value: ({ owner }) => owner?.name ?? '',
    tooltip: ({ owner }) => owner?.name ?? '',
    cell: ({ owner }) => owner?.name ?? <span className="text-muted">Unassigned</span>,
    // The name, the step and the phone number need the room more.
    className: cx(wide, '[--name-room:12ch]'),
  },
  {
    id: 'phone',
    header: 'Phone',
    kind: 'fixed',
    value: ({ phone }) => phone,
    cell: (lead) => <PhoneLink lead={lead} />,
    className: wide,
    card: 'bare',
  },
  {
    id: 'date',
    header: 'Received',
    kind: 'fixed',
    value: ({ date }) => date,
    cell: ({ date }) => <RelativeTime iso={date} className="whitespace-nowrap" />,
    sortable: true,
    orders: ['Oldest first', 'Newest first'],
    card: 'bare',
  },
];

export const leadColumns = [nameColumn, ...facts];

const columnsOf = (marks: Marks): Column<Lead>[] => [
  {
    ...nameColumn,
    cell: (lead) => (
      <Named
        name={nameOf(lead)}
        before={<MarkBox lead={lead} {...marks} />}
        marks={<LeadMarks lead={lead} />}
        below={shownEmail(lead.email)}
        under={
          <>
            {lead.trapped && <span className="text-poppy-text">May be a robot · </span>}
            {lead.phone !== '' && (
              <span className="hidden @table:@max-4xl:inline">
                <PhoneLink lead={lead} /> ·{' '}
              </span>
            )}
            <EmailLink email={lead.email} />
          </>
        }
      >
        <LeadLink lead={lead} />
      </Named>
    ),
  },
  ...facts,
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
      className="text-brand underline hover:text-brand-hover"
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
  choice: ColumnChoice;
};

export function LeadsTable({ leads, marks: { marked, onMark }, sort, onSort, choice }: LeadsTableProps) {
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
      dense
      choice={choice}
      selectAll={
        <label className="flex min-h-9 items-center gap-3 px-3 @table:pe-1 @table:ps-2">
          <input
            type="checkbox"
            checked={ids.every((id) => marked.has(id))}
            onChange={({ target }) => onMark(ids, target.checked)}
            className="size-5 shrink-0"
          />
          <span className="@table:sr-only">Select all on this page</span>
        </label>
      }
    />
  );
}

type LeadToolsProps = { sort: string; onSort: (sort: string) => void; choice: ColumnChoice };

export const LeadTools = ({ sort, onSort, choice }: LeadToolsProps) => (
  <TableTools
    columns={facts.filter(({ sortable }) => sortable)}
    sort={{ by: sort, onSort, always: true }}
    choice={choice}
  />
);
