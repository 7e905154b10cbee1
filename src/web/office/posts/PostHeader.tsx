import Pin from 'lucide-react/icons/pin';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { Author } from './Author.tsx';

export function PostHeader({ post }: { post: Post }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <Author of={post}>{post.edited && <span title={formatDateTime(post.edited)}>· edited</span>}</Author>
      {post.pinned && (
        <p className="flex shrink-0 items-center gap-1.5 rounded-md bg-sand px-2 py-0.5 text-poppy-text text-sm">
          <Pin className="size-3.5" />
          Pinned
        </p>
      )}
    </div>
  );
}
