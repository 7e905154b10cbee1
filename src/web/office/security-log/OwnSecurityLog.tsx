import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SecurityEntry } from '../../../shared/security-log/security-log.contract.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending, Skeleton } from '../../ui/Skeleton.tsx';
import { LoadMore } from '../lists/LoadMore.tsx';
import { eventLabel } from './event-label.ts';
import { ownSecurityLogQuery } from './security-log.queries.ts';

/** The part of the security log about one's own account. */
export function OwnSecurityLog() {
  const query = useInfiniteQuery(ownSecurityLogQuery);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <div className="w-full">
      <Pending
        pending={query.isPending}
        skeleton={<Skeleton className="h-20" />}
        label="Loading your security log"
      >
        {query.isError && (
          <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
            We couldn't load your security log. Try again. {query.error.message}
          </ErrorState>
        )}
        {entries?.length === 0 && <p className="text-muted">No entries yet.</p>}
        {entries && entries.length > 0 && (
          <div className="grid gap-4">
            <ul
              data-list=""
              aria-label="Security log"
              className="grid w-full divide-y divide-line rounded-lg border border-line"
            >
              {entries.map((entry) => (
                <Item key={entry._id} entry={entry} />
              ))}
            </ul>
            <LoadMore shown={entries.length} nouns={['event', 'events']} query={query} />
          </div>
        )}
      </Pending>
    </div>
  );
}

function Item({ entry: { event, detail, device, address, date } }: { entry: SecurityEntry }) {
  return (
    <li className="px-4 py-3">
      <p className="wrap-anywhere flex flex-wrap gap-x-3">
        <span className="font-semibold">{eventLabel(event)}</span>
        {detail && <span className="text-muted">{detail}</span>}
      </p>
      <p className="wrap-anywhere text-muted text-sm">
        <time dateTime={date}>{formatDateTime(date)}</time> · {device} · {address}
      </p>
    </li>
  );
}
