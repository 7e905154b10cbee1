import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LeadEvent } from '../../../shared/leads.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Loaded } from '../Loaded.tsx';
import { eventLabel } from './lead-labels.ts';
import { eventsQuery } from './leads.queries.ts';

export function LeadHistory({ id }: { id: string }) {
  const heading = useId();
  const query = useQuery(eventsQuery(id));
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-4 border-line border-t pt-6">
      <h2 id={heading} className="text-xl">
        History
      </h2>
      <Loaded query={query} what="The history" skeleton={<Skeleton className="h-24" />}>
        {(events) =>
          events.length > 0 ? (
            <ol aria-labelledby={heading} className="grid grid-cols-1 gap-2">
              {events.map((event) => (
                <Event key={event._id} event={event} />
              ))}
            </ol>
          ) : (
            <p className="text-muted">No activity yet.</p>
          )
        }
      </Loaded>
    </section>
  );
}

const Event = ({ event: { kind, text, author, date } }: { event: LeadEvent }) => (
  <li className="wrap-anywhere grid grid-cols-1 gap-0.5 border-line border-s-2 ps-3">
    <span>
      <span className="font-semibold">{eventLabel(kind)}</span>
      {text && ` ${text}`}
    </span>
    <span className="flex flex-wrap gap-x-3 text-muted text-sm">
      <span>{author}</span>
      <RelativeTime iso={date} />
    </span>
  </li>
);
