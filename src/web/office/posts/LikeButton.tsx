import Heart from 'lucide-react/icons/heart';
import type { Post } from '../../../shared/posts.contract.ts';
import { cx } from '../../ui/cx.ts';
import { Count } from './Count.tsx';
import { postActionClass } from './post-action.ts';
import { useLike } from './post-changes.queries.ts';

/** Shows the like before the server has answered; where it refuses, the old state is back, with the reason. */
export function LikeButton({ post }: { post: Post }) {
  const like = useLike(post._id);
  const wanted = like.isPending ? like.variables : post.liked;
  const count = post.likeCount + (wanted === post.liked ? 0 : wanted ? 1 : -1);
  return (
    <>
      <button
        type="button"
        aria-pressed={wanted}
        onClick={() => like.mutate(!wanted)}
        className={postActionClass}
      >
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
