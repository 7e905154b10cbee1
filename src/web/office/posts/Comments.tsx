import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { shortTitle } from '../../../shared/excerpt.ts';
import { maxLengths } from '../../../shared/field-limits.ts';
import type { Comment } from '../../../shared/posts/posts.contract.ts';
import { cx } from '../../ui/cx.ts';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { useUser } from '../session/guards.tsx';
import { Author } from './Author.tsx';
import { PostText } from './PostText.tsx';
import { postActionClass } from './post-action.ts';
import type { Thread } from './post-cache.ts';
import { ReportButton } from './ReportButton.tsx';
import { ShowMore } from './ShowMore.tsx';
import { TextForm } from './TextForm.tsx';
import { useAddComment, useDeleteComment, useOlderComments } from './thread.queries.ts';

/** How many to render at once; a discussion may have thousands. */
const step = 20;

export function Comments({ thread: { post, next } }: { thread: Thread }) {
  const [shown, setShown] = useState(step);
  const older = useOlderComments(post._id);
  const showMore = () => {
    setShown(shown + step);
    if (next !== undefined && shown + step > post.comments.length) older.mutate(next);
  };
  return (
    <section aria-labelledby="comments" className="grid grid-cols-1 gap-6">
      <h2 id="comments" className="text-xl">
        Comments ({post.commentCount.toLocaleString('en-US')})
      </h2>
      <p role="status" className="sr-only">
        {post.commentCount === 1 ? '1 comment' : `${post.commentCount} comments`}
      </p>
      <TextForm
        label="Leave a comment"
        submitLabel="Comment"
        limit={maxLengths.comment}
        draft={`comment:${post._id}`}
        rows={3}
        send={useAddComment(post._id)}
      />
      {post.comments.length > 0 ? (
        <CommentList postId={post._id} comments={post.comments.slice(0, shown)} />
      ) : (
        <p className="text-muted">No comments yet.</p>
      )}
      <ShowMore
        what="comments"
        more={shown < post.comments.length || next !== undefined}
        pending={older.isPending}
        error={older.error}
        onMore={older.isError && next !== undefined ? () => older.mutate(next) : showMore}
      />
    </section>
  );
}

function CommentList({ postId, comments }: { postId: string; comments: Comment[] }) {
  const { _id: me } = useUser();
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeleteComment(postId);
  return (
    <>
      <ul aria-labelledby="comments" data-list="" className="grid grid-cols-1 divide-y divide-line">
        {comments.map((comment) => (
          <li key={comment._id} className="grid grid-cols-1 gap-2 py-4 first:pt-0">
            <div className="flex items-start justify-between gap-3">
              <Author of={comment} size="sm" />
              {comment.user === me ? (
                <button
                  type="button"
                  className={cx(postActionClass, '-me-2.5')}
                  onClick={() => setTarget({ id: comment._id, name: shortTitle(comment.text) })}
                >
                  <Trash2 className="size-4 shrink-0" />
                  Delete
                </button>
              ) : (
                <ReportButton of={{ postId, commentId: comment._id }} className="-me-2.5" />
              )}
            </div>
            <PostText text={comment.text} mentions={comment.mentions} short />
          </li>
        ))}
      </ul>
      <DeleteDialog
        target={target}
        consequence="This deletes the comment for everyone. You can't undo this."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}
