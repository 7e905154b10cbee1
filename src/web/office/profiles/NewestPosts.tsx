import { Link } from 'react-router';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { ProfileSection } from './ProfileSection.tsx';

export function NewestPosts({ posts }: { posts: Post[] }) {
  if (posts.length === 0) return null;
  return (
    <ProfileSection title="Newest posts">
      <ul className="grid gap-5">
        {posts.map(({ _id, text, date }) => (
          <li key={_id} className="grid gap-1">
            <p dir="auto" className="wrap-anywhere line-clamp-4 max-w-measure whitespace-pre-line">
              {text}
            </p>
            <p className="text-sm">
              <Link
                to={`/posts/${_id}`}
                className="text-brand underline hover:text-brand-hover pointer-coarse:inline-block pointer-coarse:py-2.5"
              >
                Posted <RelativeTime iso={date} />
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </ProfileSection>
  );
}
