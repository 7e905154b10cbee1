import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import type { Post } from '../../../shared/posts.contract.ts';
import { cx } from '../../ui/cx.ts';
import { Count } from './Count.tsx';
import { postActionClass } from './post-action.ts';
import { useLike } from './post-changes.queries.ts';

/** Shows the like before the server has answered; where it refuses, the old state is back, with the reason. */
export function LikeButton({ post }: { post: Post }) {
  const like = useLike(post._id);
  // Not the mutation's own state, which a second click may be ahead of.
  const [asked, setAsked] = useState<boolean>();
  const wanted = asked ?? post.liked;
  const count = post.likeCount + (wanted === post.liked ? 0 : wanted ? 1 : -1);
  const toggle = () => {
    setAsked(!wanted);
    // Called for the last one only, when those before it are done as well.
    like.mutate(!wanted, { onSettled: () => setAsked(undefined) });
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
          The like could not be changed. {like.error.message}
        </p>
      )}
    </>
  );
}
