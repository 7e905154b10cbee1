import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditAction, auditActions } from '../../../shared/audit/audit-actions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { TableSkeleton } from '../../ui/TableSkeleton.tsx';
import { LoadMore } from '../lists/LoadMore.tsx';
import { useColumns } from '../lists/useColumns.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import { Page } from '../page/Page.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable, auditColumns } from './AuditTable.tsx';
import { type AuditFilter, auditQuery } from './audit.queries.ts';

const isAction = (text: string | null): text is AuditAction => auditActions.some((each) => each === text);

function useFilter(): [AuditFilter, (name: keyof AuditFilter, value: string) => void] {
  const [params, change] = useUrlParams();
  const action = params.get('action');
  return [
    { action: isAction(action) ? action : undefined, actor: params.get('actor') ?? undefined },
    (name, value) => change({ [name]: value }),
  ];
}

export function AuditPage() {
  const [filter, setFilter] = useFilter();
  const query = useInfiniteQuery(auditQuery(filter));
  const choice = useColumns('audit', auditColumns);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <Page title="Audit log" list>
      <p className="max-w-measure text-muted">Who changed what, newest first. Entries can't be edited.</p>
      <AuditFilters filter={filter} onChange={setFilter} choice={choice} />
      <Pending pending={query.isPending} skeleton={<TableSkeleton />} label="Loading the audit log">
        {entries &&
          (entries.length > 0 ? (
            <AuditTable entries={entries} choice={choice} />
          ) : (
            <Nothing filter={filter} />
          ))}
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            We couldn't load the audit log. Try again. {query.error.message}
          </ErrorState>
        )}
        {entries && entries.length > 0 && (
          <LoadMore shown={entries.length} nouns={['entry', 'entries']} query={query} />
        )}
      </Pending>
    </Page>
  );
}

function Nothing({ filter: { action, actor } }: { filter: AuditFilter }) {
  return <EmptyState>{action || actor ? 'No entries match this filter.' : 'No entries yet.'}</EmptyState>;
}
