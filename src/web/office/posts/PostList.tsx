import { useState } from 'react';
import { shortTitle } from '../../../shared/excerpt.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { DeleteDialog, type DeleteTarget } from '../dialogs/DeleteDialog.tsx';
import { PostItem } from './PostItem.tsx';
import { useDeletePost } from './post-changes.queries.ts';

export function PostList({ posts, label }: { posts: Post[]; label: string }) {
  const [target, setTarget] = useState<DeleteTarget>();
  const remove = useDeletePost();
  return (
    <>
      <ul aria-label={label} data-list="" className="grid grid-cols-1 gap-4">
        {posts.map((post) => (
          <PostItem
            key={post._id}
            post={post}
            onDelete={({ _id, text }) => setTarget({ id: _id, name: shortTitle(text) })}
          />
        ))}
      </ul>
      <DeleteDialog
        target={target}
        consequence="This deletes the post with its comments and likes for everyone. You can't undo this."
        remove={remove}
        onClose={() => setTarget(undefined)}
      />
    </>
  );
}
