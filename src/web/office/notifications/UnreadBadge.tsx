import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../page/CountBadge.tsx';
import { unreadQuery } from './unread.query.ts';

/** The number beside 'Notifications' in the navigation; nothing while all are read. */
export function UnreadBadge({ collapsed }: { collapsed: boolean }) {
  const { data: count = 0 } = useQuery(unreadQuery);
  return <CountBadge count={count} spoken={`${atMost99(count)} unread`} collapsed={collapsed} />;
}

/** Where the drawer is folded away behind its button: that there is something new. */
export function UnreadDot() {
  const { data: count = 0 } = useQuery(unreadQuery);
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute end-1 top-1 size-3 rounded-full border-2 border-surface bg-brand"
    />
  );
}

/** Tells those who do not see the number when it changes. */
export function UnreadAnnouncement() {
  const { data: count = 0 } = useQuery(unreadQuery);
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${atMost99(count)} unread ${count === 1 ? 'notification' : 'notifications'}`}
    </p>
  );
}

const atMost99 = (count: number) => (count > 99 ? '99 or more' : String(count));
