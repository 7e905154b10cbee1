import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/dates.ts';
import type { SecurityEntry } from '../../../shared/security-log/security-log.contract.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { eventLabel } from './event-label.ts';
import { ownSecurityLogQuery } from './security-log.queries.ts';

/** The part of the security log about one's own account. */
export function OwnSecurityLog() {
  const query = useInfiniteQuery(ownSecurityLogQuery);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <div className="grid w-full grid-cols-1 gap-4">
      <LoadedList
        query={query}
        rows={entries}
        what="your security log"
        nouns={['event', 'events']}
        skeleton={<Skeleton className="h-20" />}
        empty={<p className="text-muted">No entries yet.</p>}
      >
        {(entries) => (
          <ul
            data-list=""
            aria-label="Security log"
            className="grid w-full divide-y divide-line rounded-lg border border-line"
          >
            {entries.map((entry) => (
              <Item key={entry._id} entry={entry} />
            ))}
          </ul>
        )}
      </LoadedList>
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
