import { maxLengths } from '../../../shared/field-limits.ts';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { useEditPost } from './post-changes.queries.ts';
import { TextForm } from './TextForm.tsx';

export function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  return (
    <TextForm
      label="Edit the post"
      submitLabel="Save"
      limit={maxLengths.post}
      draft={`post:${post._id}`}
      start={post}
      send={useEditPost(post._id)}
      onSent={onClose}
      onCancel={onClose}
    />
  );
}
