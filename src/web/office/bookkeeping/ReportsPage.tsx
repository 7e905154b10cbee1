import { Navigate, useLocation, useParams } from 'react-router';
import { type Report, reports } from '../../../shared/bookkeeping/figures.ts';
import { formatDay } from '../../../shared/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filter, FilterBar } from '../../ui/Filters.tsx';
import { Options } from '../../ui/SelectField.tsx';
import { ClosingsNavigation } from '../closings/ClosingsNavigation.tsx';
import { payeesPath, reportsPath } from '../closings/reports-path.ts';
import { Page } from '../page/Page.tsx';
import { PayeesPage } from '../payees/PayeesPage.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { exportReport } from './bookkeeping.queries.ts';
import { Deductions } from './Deductions.tsx';
import { Income } from './Income.tsx';
import { Journal } from './Journal.tsx';
import { Production } from './Production.tsx';
import { PromiseDays } from './PromiseDays.tsx';
import { periods, type Range } from './periods.ts';
import { ReportsNavigation } from './ReportsNavigation.tsx';
import { Sources } from './Sources.tsx';
import { useRange } from './useRange.ts';

const isReport = (text: string): text is Report => Object.hasOwn(reports, text);

/** A report, the sources of one of its figures, the journal, or the payees of a year: one entry of the routes. */
export function ReportsPage() {
  const { report = 'income' } = useParams();
  const { pathname } = useLocation();
  if (pathname === payeesPath) return <PayeesPage navigation={<ReportsNavigation />} />;
  if (report === 'sources') return <Sources />;
  if (report === 'quickbooks') return <JournalPage />;
  return isReport(report) ? <ReportPage report={report} /> : <Navigate to={reportsPath} replace />;
}

const contents = {
  income: Income,
  production: Production,
  deductions: Deductions,
  promise: PromiseDays,
} satisfies Record<Report, unknown>;

function ReportPage({ report }: { report: Report }) {
  const { range } = useRange();
  const isOrdered = range.from <= range.to;
  const Content = contents[report];
  return (
    <Page
      title={reports[report]}
      width="full"
      list
      action={
        isOrdered && (
          <div className="flex print:hidden flex-wrap gap-3">
            <DownloadButton label="Export CSV" what="The report" read={() => exportReport(report, range)} />
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        )
      }
    >
      <ClosingsNavigation />
      <ReportsNavigation />
      <PeriodFilters />
      {isOrdered ? (
        <>
          <p className="text-muted">
            {rangeText(range)}, by payment date. A correction counts on its own day.
          </p>
          <Content range={range} />
        </>
      ) : (
        <EmptyState>{wrongOrder}</EmptyState>
      )}
    </Page>
  );
}

function JournalPage() {
  const { range } = useRange();
  return (
    <Page title="QuickBooks" width="full" list>
      <ClosingsNavigation />
      <ReportsNavigation />
      <PeriodFilters />
      {range.from <= range.to ? (
        <>
          <p className="text-muted">{rangeText(range)}, by payment date.</p>
          <Journal range={range} />
        </>
      ) : (
        <EmptyState>{wrongOrder}</EmptyState>
      )}
    </Page>
  );
}

const wrongOrder = 'The first day must not be after the last.';
const rangeText = ({ from, to }: Range) => `${formatDay(from)} – ${formatDay(to)}`;

function PeriodFilters() {
  const { period, range, change } = useRange();
  const choose = (next: string) =>
    change(next === 'days' ? { period: next, ...range } : { period: next, from: '', to: '' });
  return (
    <div className="print:hidden">
      <FilterBar
        lead={
          period === 'days' && (
            <>
              <Filter type="date" label="From" value={range.from} onChange={(from) => change({ from })} />
              <Filter type="date" label="To" value={range.to} onChange={(to) => change({ to })} />
            </>
          )
        }
      >
        <Filter label="Period" value={period} onChange={choose}>
          <Options of={Object.entries(periods)} />
        </Filter>
      </FilterBar>
    </div>
  );
}
