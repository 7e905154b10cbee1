import { useQuery } from '@tanstack/react-query';
import { CountBadge } from '../page/CountBadge.tsx';
import { unreadQuery } from './unread.query.ts';

export function UnreadBadge({ collapsed }: { collapsed: boolean }) {
  const { data: count = 0 } = useQuery(unreadQuery);
  return <CountBadge count={count} spoken={`${atMost99(count)} unread`} collapsed={collapsed} />;
}

/** Marks the menu button while the drawer is hidden. */
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

export function UnreadAnnouncement() {
  const { data: count = 0 } = useQuery(unreadQuery);
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${atMost99(count)} unread ${count === 1 ? 'notification' : 'notifications'}`}
    </p>
  );
}

const atMost99 = (count: number) => (count > 99 ? '99 or more' : String(count));
