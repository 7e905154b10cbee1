import MessageCircle from 'lucide-react/icons/message-circle';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { useUser } from '../session/guards.tsx';
import { Count } from './Count.tsx';
import { EditPost } from './EditPost.tsx';
import { LikeButton } from './LikeButton.tsx';
import { PostHeader } from './PostHeader.tsx';
import { PostText } from './PostText.tsx';
import { postActionClass } from './post-action.ts';
import { usePinPost } from './post-changes.queries.ts';
import { ReportButton } from './ReportButton.tsx';

type PostItemProps = { post: Post; onDelete: (post: Post) => void };

/** Only the author deletes here (docs/product.md P3.5). */
export function PostItem({ post, onDelete }: PostItemProps) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const user = useUser();
  const isOwn = post.user === user._id;
  const stopEditing = () => {
    // Renders at once: the button must exist to receive focus.
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  return (
    <li
      data-post={post._id}
      className="grid scroll-mt-32 grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4 sm:px-5"
    >
      <PostHeader post={post} />
      {editing ? (
        <EditPost post={post} onClose={stopEditing} />
      ) : (
        <>
          <PostText key={post.text} text={post.text} mentions={post.mentions} short />
          <div className="-mx-2.5 -mb-1 flex flex-wrap items-center gap-x-1">
            <LikeButton post={post} />
            <Link to={`/posts/${post._id}`} state={{ fromFeed: true }} className={postActionClass}>
              <MessageCircle className="size-4 shrink-0" />
              Discussion
              <Count of={post.commentCount} nouns={['comment', 'comments']} />
            </Link>
            {/* One group, so that on a phone all of them wrap together. */}
            <div className="flex flex-wrap items-center gap-x-1">
              {!isOwn && <ReportButton of={{ postId: post._id }} />}
              {isOwn && (
                <>
                  <button
                    ref={edit}
                    type="button"
                    className={postActionClass}
                    onClick={() => setEditing(true)}
                  >
                    <Pencil className="size-4 shrink-0" />
                    Edit
                  </button>
                  <button type="button" className={postActionClass} onClick={() => onDelete(post)}>
                    <Trash2 className="size-4 shrink-0" />
                    Delete
                  </button>
                </>
              )}
              {user.content && <PinButton post={post} />}
            </div>
          </div>
        </>
      )}
    </li>
  );
}

function PinButton({ post }: { post: Post }) {
  const pin = usePinPost(post);
  const Icon = post.pinned ? PinOff : Pin;
  return (
    <>
      <button
        type="button"
        aria-busy={pin.isPending}
        onClick={() => pin.mutate(!post.pinned)}
        className={postActionClass}
      >
        <Icon className="size-4 shrink-0" />
        {post.pinned ? 'Unpin' : 'Pin'}
      </button>
      {pin.isError && (
        <p role="alert" className="order-last basis-full px-2.5 text-error text-sm">
          We couldn't {post.pinned ? 'unpin' : 'pin'} this post. {pin.error.message}
        </p>
      )}
    </>
  );
}
