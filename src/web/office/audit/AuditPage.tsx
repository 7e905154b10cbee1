import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type AuditAction, auditActions } from '../../../shared/audit-actions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadMore } from '../LoadMore.tsx';
import { Page } from '../page/Page.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { type AuditFilter, auditQuery } from './audit.queries.ts';

const isAction = (text: string | null): text is AuditAction => auditActions.some((each) => each === text);

/** In the URL, so that a filtered log survives reload and Back and can be shared. */
function useFilter(): [AuditFilter, (name: keyof AuditFilter, value: string) => void] {
  const [params, setParams] = useSearchParams();
  const action = params.get('action');
  return [
    { action: isAction(action) ? action : undefined, actor: params.get('actor') ?? undefined },
    (name, value) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value) next.set(name, value);
          else next.delete(name);
          return next;
        },
        { preventScrollReset: true },
      ),
  ];
}

export function AuditPage() {
  const [filter, setFilter] = useFilter();
  const query = useInfiniteQuery(auditQuery(filter));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title="Audit log">
      <p className="max-w-measure text-muted">
        Who changed what, newest first. Entries are written with the change itself and cannot be edited.
      </p>
      <AuditFilters filter={filter} onChange={setFilter} />
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="The audit log is loading">
        {entries && (entries.length > 0 ? <AuditTable entries={entries} /> : <Nothing filter={filter} />)}
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            The audit log could not be loaded. {query.error.message}
          </ErrorState>
        )}
        {entries && entries.length > 0 && (
          <LoadMore
            shown={entries.length}
            nouns={['entry', 'entries']}
            more={query.hasNextPage}
            pending={query.isFetchingNextPage}
            onLoad={() => void query.fetchNextPage()}
          />
        )}
      </Pending>
    </Page>
  );
}

function Nothing({ filter: { action, actor } }: { filter: AuditFilter }) {
  return (
    <EmptyState>{action || actor ? 'Nothing matches this filter.' : 'Nothing is on record yet.'}</EmptyState>
  );
}
