import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { useUser } from '../session/guards.tsx';
import { followFeed } from './live-feed.ts';
import { addToFeed, applyEvents } from './post-cache.ts';

/** Keeps cached posts up to date while mounted; `ready` once posts have been read. */
export function useLiveFeed(ready: boolean): void {
  const client = useQueryClient();
  const { _id: me } = useUser();
  useEffect(() => {
    if (!ready) return;
    const leave = new AbortController();
    /** The user's own post from another tab or device appears at once. */
    const showOwn = async (id: string) => {
      const post = await api('GET /api/posts/:id', { params: { id }, signal: leave.signal });
      addToFeed(client, [post]);
    };
    const listener = (update: Parameters<typeof applyEvents>[1]) =>
      applyEvents(client, update, me, (id) => void showOwn(id).catch(() => {}));
    void followFeed(listener, leave.signal);
    return () => leave.abort();
  }, [ready, client, me]);
}
