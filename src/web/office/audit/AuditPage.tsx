import { useInfiniteQuery } from '@tanstack/react-query';
import { type AuditAction, auditActions } from '../../../shared/audit/audit-actions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
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
      <LoadedList
        query={query}
        rows={entries}
        what="the audit log"
        nouns={['entry', 'entries']}
        empty={<Nothing filter={filter} />}
      >
        {(entries) => <AuditTable entries={entries} choice={choice} />}
      </LoadedList>
    </Page>
  );
}

function Nothing({ filter: { action, actor } }: { filter: AuditFilter }) {
  return <EmptyState>{action || actor ? 'No entries match this filter.' : 'No entries yet.'}</EmptyState>;
}
