import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Notification } from '../../../shared/notifications/notifications.contract.ts';
import { useMarkRead } from './notifications.queries.ts';
import { unreadQuery } from './unread.query.ts';

/** Marks what is shown as read, returns what was new on this visit, and refreshes when more arrives. */
export function useReading(shown: Notification[] | undefined, refresh: () => void): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { mutate: markRead } = useMarkRead();
  const unread = shown?.filter(({ read }) => !read) ?? [];
  if (unread.some(({ _id }) => !fresh.has(_id))) {
    setFresh(new Set([...fresh, ...unread.map(({ _id }) => _id)]));
  }
  const newest = unread[0]?.date;
  useEffect(() => {
    if (newest !== undefined) markRead(newest);
  }, [newest, markRead]);

  const { data: count = 0 } = useQuery(unreadQuery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number is the reason to look again
  useEffect(() => {
    if (count > 0) refresh();
  }, [count]);
  return fresh;
}
