import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { yearGoesOn } from '../../../shared/closings/closing-year.ts';
import type { ClosingYear } from '../../../shared/closings/closings.contract.ts';
import { formatDay } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/columns.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlainTable } from '../../ui/PlainTable.tsx';
import { Options, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { monthLabel, whole } from '../insights/insight-labels.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { Section } from '../page/Section.tsx';
import { useUser } from '../session/guards.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { readYear, yearQuery } from './closings.queries.ts';
import { ownClosingPath, ownClosingsPath, yearPath } from './paths.ts';

export function YearPage() {
  const { year = '' } = useParams();
  const query = useQuery(yearQuery(year));
  return (
    <Page
      title={`My year ${year}`}
      back={{ to: ownClosingsPath, label: 'Back to my closings' }}
      action={
        <div className="flex flex-wrap gap-3 print:hidden">
          <DownloadButton label="Export CSV" what="The year" read={() => readYear(year)} />
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      }
    >
      <p className="text-muted">
        {useUser().name}. By payment date. For your records; may differ from your 1099-NEC.
      </p>
      <Loaded query={query} what="Your year" skeleton={<Skeleton className="h-96" />}>
        {(data) => (
          <>
            <YearChoice data={data} />
            {data.entries.length === 0 ? (
              <EmptyState>Nothing was paid in {year}.</EmptyState>
            ) : (
              <>
                {data.until !== null && (
                  <p className="rounded-lg border border-poppy-text bg-surface p-4">
                    {yearGoesOn}. Totals and the list end on {formatDay(data.until)}.
                  </p>
                )}
                <Figures total={data.total} />
                <ForForm data={data} />
                <Months months={data.months} />
                <Entries entries={data.entries} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function YearChoice({ data: { year, years } }: { data: ClosingYear }) {
  const navigate = useNavigate();
  const all = [...new Set([year, ...years])].sort((a, b) => b - a);
  if (all.length < 2) return null;
  return (
    <SelectField
      label="Year"
      value={String(year)}
      onChange={({ target }) => void navigate(yearPath(target.value))}
      className="w-full max-w-xs print:hidden"
    >
      <Options of={all.map((each) => [each, each])} />
    </SelectField>
  );
}

function Figures({ total }: Pick<ClosingYear, 'total'>) {
  const figures = [
    { label: 'Closings', value: whole(total.closings) },
    { label: 'Sides', value: whole(total.sides) },
    { label: 'Volume', value: formatMoney(total.volume) },
    { label: 'Gross', value: formatMoney(total.gross) },
    { label: 'Fees', value: formatMoney(total.fees) },
    { label: 'Deductions', value: formatMoney(total.deductions) },
    { label: 'You kept', value: formatMoney(total.kept) },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 print:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="wrap-anywhere rounded-lg border border-line bg-surface p-4">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-display font-medium text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface Part {
  what: string;
  amount: number;
  isCounted: boolean;
}

/** Sums that the office counts for a form 1099-NEC, and those that it does not (docs/product.md P32.6). */
function partsOf({ total, counted, entries }: ClosingYear): Part[] {
  const sum = (of: (entry: Entry) => number) => entries.reduce((all, entry) => all + of(entry), 0);
  const toOthers = sum(({ kind, gross, fees, deductions, kept }) =>
    kind === 'share' ? 0 : gross - fees - deductions - kept,
  );
  const parts: Part[] = [
    { what: 'Paid to you, or to your corporation', amount: counted, isCounted: true },
    { what: 'Fees of the brokerage', amount: total.fees, isCounted: false },
    { what: 'Deductions, such as dues', amount: total.deductions, isCounted: false },
    { what: 'Credits to clients, referrals and shares of others', amount: toOthers, isCounted: false },
    {
      what: 'What you owed of a closing',
      amount: sum(({ counted, kept }) => counted - kept),
      isCounted: false,
    },
  ];
  return parts.filter(({ amount, isCounted }) => isCounted || amount !== 0);
}

const partColumns: Column<Part>[] = [
  { id: 'what', header: 'What', value: ({ what }) => what },
  {
    id: 'counted',
    header: 'By the office',
    kind: 'fixed',
    value: ({ isCounted }) => (isCounted ? 'Counted' : 'Not counted'),
  },
  { id: 'sum', header: 'Sum', value: ({ amount }) => formatMoney(amount), align: 'end' },
];

const ForForm = ({ data }: { data: ClosingYear }) => (
  <Section title="For the 1099-NEC">
    <p className="text-muted">
      What the office counts of this year. Your accountant decides what you report.
    </p>
    <PlainTable
      caption="For the 1099-NEC"
      rows={partsOf(data)}
      columns={partColumns}
      rowKey={({ what }) => what}
    />
  </Section>
);

type Month = ClosingYear['months'][number];

const monthColumns: Column<Month>[] = [
  {
    id: 'month',
    header: 'Month',
    value: ({ month }) => month,
    cell: ({ month }) => <span className="whitespace-nowrap">{monthLabel(month)}</span>,
  },
  { id: 'closings', header: 'Closings', value: ({ closings }) => whole(closings), align: 'end' },
  { id: 'sides', header: 'Sides', value: ({ sides }) => whole(sides), align: 'end' },
  { id: 'volume', header: 'Volume', value: ({ volume }) => formatMoney(volume), align: 'end' },
  { id: 'gross', header: 'Gross', value: ({ gross }) => formatMoney(gross), align: 'end' },
  { id: 'fees', header: 'Fees', value: ({ fees }) => formatMoney(fees), align: 'end' },
  {
    id: 'deductions',
    header: 'Deductions',
    value: ({ deductions }) => formatMoney(deductions),
    align: 'end',
  },
  { id: 'kept', header: 'Kept', value: ({ kept }) => formatMoney(kept), align: 'end' },
];

const Months = ({ months }: Pick<ClosingYear, 'months'>) => (
  <Section title="By month">
    <PlainTable caption="By month" rows={months} columns={monthColumns} rowKey={({ month }) => month} />
  </Section>
);

type Entry = ClosingYear['entries'][number];

const entryKinds: Record<Entry['kind'], string> = {
  closing: '',
  share: 'Your share',
  correction: 'Correction',
};

const entryColumns: Column<Entry>[] = [
  {
    id: 'property',
    header: 'Property',
    value: ({ property }) => property,
    cell: ({ _id, property, kind }) => (
      <span className="wrap-anywhere">
        <Link to={ownClosingPath(_id)}>{property}</Link>
        {kind !== 'closing' && <span className="block text-muted text-sm">{entryKinds[kind]}</span>}
      </span>
    ),
  },
  {
    id: 'on',
    header: 'Paid',
    value: ({ on }) => on,
    cell: ({ on }) => <span className="whitespace-nowrap">{formatDay(on)}</span>,
  },
  { id: 'gross', header: 'Gross', value: ({ gross }) => formatMoney(gross), align: 'end' },
  { id: 'fees', header: 'Fees', value: ({ fees }) => formatMoney(fees), align: 'end' },
  {
    id: 'deductions',
    header: 'Deducted, and why',
    value: ({ deductions }) => formatMoney(deductions),
    cell: ({ deductions, why }) => (
      <span className="wrap-anywhere">
        {formatMoney(deductions)}
        {why.map(({ label, amount, reason }) => (
          <span key={`${label}${reason}${amount}`} className="block text-muted text-sm">
            {label} {formatMoney(amount)}: {reason}
          </span>
        ))}
      </span>
    ),
  },
  { id: 'kept', header: 'Kept', value: ({ kept }) => formatMoney(kept), align: 'end' },
];

const Entries = ({ entries }: Pick<ClosingYear, 'entries'>) => (
  <Section title="Each closing">
    <PlainTable
      caption="Each closing"
      rows={entries}
      columns={entryColumns}
      rowKey={({ _id, kind, on }) => `${_id}${kind}${on}`}
    />
  </Section>
);
