import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadMore } from '../LoadMore.tsx';
import { Page } from '../page/Page.tsx';
import { ExportLeads } from './ExportLeads.tsx';
import { LeadFilters } from './LeadFilters.tsx';
import { LeadsTable } from './LeadsTable.tsx';
import { type LeadFilter, leadsQuery } from './leads.queries.ts';
import { OverflowNotice } from './OverflowNotice.tsx';
import { useLeadFilter } from './useLeadFilter.ts';

export function LeadsPage() {
  const state = useLeadFilter();
  const query = useInfiniteQuery(leadsQuery(state.filter));
  const leads = query.data?.pages.flatMap((page) => page.leads);
  return (
    <Page title="Leads" action={<ExportLeads filter={state.filter} disabled={leads?.length === 0} />}>
      <OverflowNotice />
      <LeadFilters {...state} />
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="The leads are loading">
        {leads && (leads.length > 0 ? <LeadsTable leads={leads} /> : <Nothing filter={state.filter} />)}
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            The leads could not be loaded. {query.error.message}
          </ErrorState>
        )}
        {leads && leads.length > 0 && (
          <LoadMore
            shown={leads.length}
            nouns={['lead', 'leads']}
            more={query.hasNextPage}
            pending={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        )}
      </Pending>
    </Page>
  );
}

function Nothing({ filter: { spam, status, search } }: { filter: LeadFilter }) {
  if (search || status) return <EmptyState>Nothing matches this search and status.</EmptyState>;
  return (
    <EmptyState>
      {spam
        ? 'The spam folder is empty; what looks like a robot’s request is put here, and nobody is mailed.'
        : 'There are no leads yet; everybody who writes through the contact form of the public site appears here.'}
    </EmptyState>
  );
}
