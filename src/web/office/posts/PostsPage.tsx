import { useState } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { TableSearch } from '../../ui/TableSearch.tsx';
import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
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
  const [email, setEmail] = useState(false);
  const create = useCreatePost(email);
  const { content } = useUser();
  return (
    <>
      <TextForm
        label="Say Something..."
        submitLabel={email ? 'Post and email' : 'Post'}
        limit={maxLengths.post}
        draft="post:new"
        rows={3}
        send={create}
        onSent={() => setEmail(false)}
      >
        {content && (
          <CheckboxField
            label="Also email it to all members"
            hint={email && 'It becomes an announcement. Deleting it stops the emails that are still waiting.'}
            checked={email}
            disabled={create.isPending}
            onChange={({ target }) => setEmail(target.checked)}
          />
        )}
      </TextForm>
      <Feed />
    </>
  );
}
