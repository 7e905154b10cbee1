import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { excerpt } from '../../../shared/excerpt.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { unreadQuery } from '../notifications/unread.query.ts';
import { Loaded } from '../page/Loaded.tsx';
import { noteVisit } from './last-visit.ts';
import { newestPostsQuery } from './newest-posts.query.ts';

const linkClass = 'text-brand underline underline-offset-4 hover:text-brand-hover';

/** On the dashboard of members: what others wrote since they were here, and what is unread. */
export function NewSinceLastVisit({ userId }: { userId: string }) {
  const [since] = useState(() => noteVisit(userId));
  const query = useQuery(newestPostsQuery);
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <section aria-labelledby="new-since" className="grid max-w-2xl grid-cols-1 gap-3">
      <h2 id="new-since" className="text-xl">
        {since === null ? 'Latest posts' : 'New since your last visit'}
      </h2>
      {unread > 0 && (
        <p>
          <Link to="/notifications" className={linkClass}>
            {unread === 1 ? '1 unread notification' : `${unread} unread notifications`}
          </Link>
        </p>
      )}
      <Loaded query={query} what="The posts" skeleton={<Skeleton className="h-40" />}>
        {(posts) => (
          <Posts posts={posts.filter(({ user, date }) => user !== userId && (!since || date > since))} />
        )}
      </Loaded>
    </section>
  );
}

function Posts({ posts }: { posts: Post[] }) {
  if (posts.length === 0)
    return (
      <p className="text-muted">
        No new posts.{' '}
        <Link to="/posts" className={linkClass}>
          Read the feed
        </Link>
      </p>
    );
  return (
    <ul aria-labelledby="new-since" className="border-line border-b">
      {posts.map(({ _id, name, avatar, text, date }) => (
        <li key={_id} className="relative flex items-start gap-3 border-line border-t py-3">
          <Avatar name={name} src={avatar} size="sm" />
          <span className="wrap-anywhere grid min-w-0 grow">
            <span className="flex flex-wrap gap-x-3 text-sm">
              <span translate="no" className="font-semibold">
                {name}
              </span>
              <RelativeTime iso={date} className="text-muted" />
            </span>
            <Link
              to={`/posts/${_id}`}
              dir="auto"
              className="text-text no-underline after:absolute after:inset-0 hover:text-brand"
            >
              {excerpt(text, 120)}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
