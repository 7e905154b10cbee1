import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadedList } from '../lists/LoadedList.tsx';
import { Page } from '../page/Page.tsx';
import { NotificationItem } from './NotificationItem.tsx';
import { notificationsQuery } from './notifications.queries.ts';
import { useReading } from './useReading.ts';
import { WorkEmails } from './WorkEmails.tsx';

/** Showing notifications marks them as read. */
export function NotificationsPage() {
  const query = useInfiniteQuery(notificationsQuery);
  const notifications = query.data?.pages.flatMap((page) => page.notifications);
  const fresh = useReading(notifications, () => void query.refetch({ cancelRefetch: false }));
  return (
    <Page title="Notifications">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <LoadedList
          query={query}
          rows={notifications}
          what="your notifications"
          nouns={['notification', 'notifications']}
          skeleton={<NotificationsSkeleton />}
          empty={<Nothing />}
        >
          {(notifications) => <List of={notifications} fresh={fresh} />}
        </LoadedList>
        <WorkEmails />
      </div>
    </Page>
  );
}

function List({ of, fresh }: { of: Notification[]; fresh: ReadonlySet<string> }) {
  return (
    <ul
      aria-label="Notifications"
      data-list=""
      className="grid grid-cols-1 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {of.map((each) => (
        <NotificationItem key={each._id} notification={each} fresh={fresh.has(each._id)} />
      ))}
    </ul>
  );
}

const Nothing = () => (
  <EmptyState
    action={
      <Link to="/posts" className={buttonClass({ variant: 'secondary' })}>
        Go to posts
      </Link>
    }
  >
    No notifications yet. Comments, likes, and mentions of you appear here.
  </EmptyState>
);

const NotificationsSkeleton = () => (
  <div className="grid gap-px">
    {[1, 2, 3, 4].map((key) => (
      <Skeleton key={key} className="h-24" />
    ))}
  </div>
);
