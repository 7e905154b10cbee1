import { Page } from '../shell/Page.tsx';
import { Feed } from './Feed.tsx';
import { longestPost } from './limits.ts';
import { useCreatePost } from './post-changes.queries.ts';
import { TextForm } from './TextForm.tsx';

export function PostsPage() {
  const create = useCreatePost();
  return (
    <Page title="Posts">
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <TextForm
          label="Say Something..."
          submitLabel="Post"
          limit={longestPost}
          draft="post:new"
          rows={3}
          send={create}
        />
        <Feed />
      </div>
    </Page>
  );
}
