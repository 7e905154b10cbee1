import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { useUser } from '../session/guards.tsx';
import { followFeed } from './live-feed.ts';
import { addToFeed, applyNews } from './post-cache.ts';

/** Keeps the posts that are shown up to date while the page is open; `ready` once something has been read. */
export function useLiveFeed(ready: boolean): void {
  const client = useQueryClient();
  const { _id: me } = useUser();
  useEffect(() => {
    if (!ready) return;
    const leave = new AbortController();
    /** Written by the reader somewhere else; shown at once, as it is theirs. */
    const showOwn = async (id: string) => {
      const post = await api('GET /api/posts/:id', { params: { id }, signal: leave.signal });
      addToFeed(client, [post]);
    };
    const listener = (news: Parameters<typeof applyNews>[1]) =>
      applyNews(client, news, me, (id) => void showOwn(id).catch(() => {}));
    void followFeed(listener, leave.signal);
    return () => leave.abort();
  }, [ready, client, me]);
}
