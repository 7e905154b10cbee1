import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { counted } from '../../../shared/counted.ts';
import { formatDay } from '../../../shared/dates.ts';
import { membersInTable } from '../../../shared/handbook/acknowledgements.ts';
import type {
  AcknowledgementTable,
  TableMember,
  TablePage,
} from '../../../shared/handbook/handbook.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Page } from '../page/Page.tsx';
import { DownloadButton } from '../users/DownloadButton.tsx';
import { HandbookNavigation } from './HandbookNavigation.tsx';
import { acknowledgementsQuery, exportAcknowledgements } from './handbook.queries.ts';

export function AcknowledgementsPage() {
  const [params, changeParams] = useUrlParams();
  const search = params.get('q') ?? '';
  const overdue = params.get('overdue') === 'true';
  const skip = Math.max(0, Number.parseInt(params.get('skip') ?? '', 10) || 0);
  const query = useQuery(acknowledgementsQuery({ search, overdue, skip }));
  const onSearch = useCallback(
    (q: string) => changeParams({ q, skip: '' }, { replace: true }),
    [changeParams],
  );
  return (
    <Page
      title="Acknowledgements"
      width="full"
      action={<DownloadButton label="Export CSV" what="The acknowledgements" read={exportAcknowledgements} />}
    >
      <HandbookNavigation />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <TableSearch label="Search members" value={search} onChange={onSearch} />
        <CheckboxField
          label="Only members who are late"
          checked={overdue}
          onChange={({ target }) => changeParams({ overdue: target.checked ? 'true' : '', skip: '' })}
        />
      </div>
      <Loaded query={query} what="The acknowledgements" skeleton={<TableSkeleton />}>
        {(table) => (
          <>
            <Table table={table} filtered={search !== '' || overdue} />
            <Pager
              skip={skip}
              shown={table.members.length}
              total={table.total}
              onSkip={(next) => changeParams({ skip: next > 0 ? String(next) : '' })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Table({ table: { pages, members }, filtered }: { table: AcknowledgementTable; filtered: boolean }) {
  if (pages.length === 0)
    return (
      <EmptyState>No pages need to be acknowledged yet. When you publish one, choose who must.</EmptyState>
    );
  if (members.length === 0)
    return <EmptyState>{filtered ? 'No members match.' : 'No members yet.'}</EmptyState>;
  return (
    <section
      aria-label="Members and pages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, with the keyboard too
      tabIndex={0}
      className="relative max-h-[70dvh] overflow-auto rounded-lg border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">Acknowledgements</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 top-0 z-20 border-line border-e border-b bg-sand px-3 py-2 text-start align-bottom"
            >
              Member
            </th>
            {pages.map((page) => (
              <PageHeader key={page._id} page={page} />
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row key={member.user._id} member={member} pages={pages} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const PageHeader = ({ page: { title, slug, open, overdue } }: { page: TablePage }) => (
  <th
    scope="col"
    className="sticky top-0 z-10 min-w-36 max-w-56 border-line border-b bg-sand px-3 py-2 text-start align-bottom"
  >
    <Link to={`/handbook/${slug}`} className="wrap-anywhere text-brand hover:text-brand-hover">
      {title}
    </Link>
    <span className="block font-normal text-muted">
      {overdue > 0 && (
        <span className="font-semibold text-error">{overdue.toLocaleString('en-US')} late</span>
      )}
      {overdue > 0 && open > overdue && ' · '}
      {open > overdue && `${(open - overdue).toLocaleString('en-US')} open`}
      {open === 0 && 'All done'}
    </span>
  </th>
);

function Row({ member: { user, asks }, pages }: { member: TableMember; pages: TablePage[] }) {
  const ofPage = new Map(asks.map((ask) => [ask.page, ask]));
  return (
    <tr>
      <th
        scope="row"
        className="sticky start-0 z-10 min-w-36 max-w-48 border-line border-e border-b bg-surface px-3 py-2 text-start font-semibold"
      >
        <Link
          translate="no"
          to={`/dashboard/handbook/acknowledgements/${user._id}`}
          className="wrap-anywhere text-brand hover:text-brand-hover"
        >
          {user.name}
        </Link>
      </th>
      {pages.map(({ _id }) => (
        <td key={_id} className="border-line border-b px-3 py-2">
          <State ask={ofPage.get(_id)} />
        </td>
      ))}
    </tr>
  );
}

function State({ ask }: { ask: TableMember['asks'][number] | undefined }) {
  if (!ask)
    return (
      <>
        <span aria-hidden="true" className="text-muted">
          —
        </span>
        <span className="sr-only">Not asked</span>
      </>
    );
  if (ask.state === 'overdue')
    return <span className="font-semibold text-error">Late, due {formatDay(ask.due)}</span>;
  if (ask.state === 'open' || !ask.done) return <span>Due {formatDay(ask.due)}</span>;
  return (
    <span className="text-muted">
      {formatDay(ask.done)}, version {ask.edition}
    </span>
  );
}

type PagerProps = { skip: number; shown: number; total: number; onSkip: (skip: number) => void };

function Pager({ skip, shown, total, onSkip }: PagerProps) {
  if (total <= membersInTable && skip === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={skip === 0}
        onClick={() => skip > 0 && onSkip(Math.max(0, skip - membersInTable))}
      >
        Previous
      </Button>
      <p role="status" className="text-muted text-sm">
        {shown > 0 && `${skip + 1}–${skip + shown} of `}
        {counted(total, 'member')}
      </p>
      <Button
        variant="secondary"
        size="sm"
        aria-disabled={skip + shown >= total}
        onClick={() => skip + shown < total && onSkip(skip + membersInTable)}
      >
        Next
      </Button>
    </div>
  );
}
