import { maxLengths } from '../../../shared/field-limits.ts';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { Page } from '../page/Page.tsx';
import { Feed } from './Feed.tsx';
import { FoundPosts } from './FoundPosts.tsx';
import { useCreatePost } from './post-changes.queries.ts';
import { TextForm } from './TextForm.tsx';
import { usePostSearch } from './usePostSearch.ts';

export function PostsPage() {
  const { text, search, change } = usePostSearch();
  return (
    <Page title="Posts">
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <TableSearch label="Search posts" value={text} onChange={change} />
        {search ? <FoundPosts search={search} /> : <WholeFeed />}
      </div>
    </Page>
  );
}

function WholeFeed() {
  const create = useCreatePost();
  return (
    <>
      <TextForm
        label="Say Something..."
        submitLabel="Post"
        limit={maxLengths.post}
        draft="post:new"
        rows={3}
        send={create}
      />
      <Feed />
    </>
  );
}
