import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { Page } from '../page/Page.tsx';
import { Together } from '../page/Together.tsx';
import { AddLead } from './AddLead.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ExportLeads } from './ExportLeads.tsx';
import { LeadFilters } from './LeadFilters.tsx';
import { LeadsNavigation } from './LeadsNavigation.tsx';
import { LeadsTable, LeadTools, leadColumns } from './LeadsTable.tsx';
import { type LeadFilter, leadsQuery, overflowQuery } from './leads.queries.ts';
import { OverflowNotice } from './OverflowNotice.tsx';
import { useLeadFilter } from './useLeadFilter.ts';

export function LeadsPage() {
  const state = useLeadFilter();
  const query = useInfiniteQuery(leadsQuery(state.filter, state.sort));
  const loads = [query, useQuery(overflowQuery)];
  const leads = query.data?.pages.flatMap((page) => page.leads);
  const choice = useColumns('leads', leadColumns);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const marks = {
    // Leads hidden by a search are left out, so that none is changed unseen.
    marked: new Set(leads?.map(({ _id }) => _id).filter((id) => marked.has(id))),
    onMark: (ids: string[], mark: boolean) =>
      setMarked((before) => {
        const others = [...before].filter((id) => !ids.includes(id));
        return new Set(mark ? [...others, ...ids] : others);
      }),
  };
  return (
    <Page
      title="Leads"
      width="full"
      list
      action={
        <div className="flex flex-wrap gap-3">
          <ExportLeads filter={state.filter} disabled={leads?.length === 0} />
          <AddLead />
        </div>
      }
    >
      <LeadsNavigation />
      <LeadFilters
        {...state}
        columns={choice.address}
        tools={<LeadTools sort={state.sort} onSort={(sort) => state.change('sort', sort)} choice={choice} />}
      />
      <BulkBar selected={marks.marked} onClear={() => setMarked(new Set())} />
      <Together loads={loads} label="Loading leads" skeleton={<TableSkeleton />}>
        <OverflowNotice />
        <LoadedList
          query={query}
          rows={leads}
          what="the leads"
          nouns={['lead', 'leads']}
          empty={<Nothing filter={state.filter} />}
        >
          {(leads) => (
            <LeadsTable
              leads={leads}
              marks={marks}
              choice={choice}
              sort={state.sort}
              onSort={(sort) => state.change('sort', sort)}
            />
          )}
        </LoadedList>
      </Together>
    </Page>
  );
}

function Nothing({ filter: { spam, status, owner, search } }: { filter: LeadFilter }) {
  if (search || status || owner) return <EmptyState>No leads match your search.</EmptyState>;
  return (
    <EmptyState>
      {spam
        ? "No spam. Inquiries that look automated land here, and we don't email anyone about them."
        : 'No leads yet. They arrive from your contact form.'}
      {!spam && (
        <>
          {' '}
          You can also add one by hand, or{' '}
          <Link to="/dashboard/leads/import" className="text-brand underline hover:text-brand-hover">
            import a list
          </Link>
          .
        </>
      )}
    </EmptyState>
  );
}
