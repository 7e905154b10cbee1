import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../ui/Avatar.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';

type AuthorProps = {
  of: { name: string; avatar: string | null; user: string | null; date: string };
  size?: 'sm' | 'md';
  children?: ReactNode;
};

export function Author({ of: { name, avatar, user, date }, size = 'md', children }: AuthorProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} src={avatar} size={size} />
      <div className="min-w-0">
        <p translate="no" className="wrap-anywhere font-semibold leading-snug">
          {user === null ? (
            name
          ) : (
            <Link to={`/profile/${user}`} className="text-text no-underline hover:text-brand hover:underline">
              {name}
            </Link>
          )}
        </p>
        <p className="flex flex-wrap gap-x-1.5 text-muted text-sm">
          <RelativeTime iso={date} />
          {children}
        </p>
      </div>
    </div>
  );
}
