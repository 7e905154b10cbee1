import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { cx } from '../../ui/cx.ts';
import { Count } from './Count.tsx';
import { postActionClass } from './post-action.ts';
import { useLike } from './post-changes.queries.ts';

/** Shows the like before the server responds; a failure restores the old state and shows the reason. */
export function LikeButton({ post }: { post: Post }) {
  const like = useLike(post._id);
  // The mutation's own state may lag behind a second click.
  const [requested, setRequested] = useState<boolean>();
  const wanted = requested ?? post.liked;
  const count = post.likeCount + (wanted === post.liked ? 0 : wanted ? 1 : -1);
  const toggle = () => {
    setRequested(!wanted);
    // Only the last call's callback runs, after the earlier ones finished.
    like.mutate(!wanted, { onSettled: () => setRequested(undefined) });
  };
  return (
    <>
      <button type="button" aria-pressed={wanted} onClick={toggle} className={postActionClass}>
        <Heart className={cx('size-4 shrink-0', wanted && 'fill-current')} />
        Like
        <Count of={count} nouns={['like', 'likes']} />
      </button>
      {like.isError && (
        <p role="alert" className="order-last basis-full px-2.5 text-error text-sm">
          We couldn't save your like. Try again. {like.error.message}
        </p>
      )}
    </>
  );
}
