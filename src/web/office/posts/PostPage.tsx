import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { MouseEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { isNotFound } from '../../api.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { NotFoundPage } from '../page/NotFoundPage.tsx';
import { Page } from '../page/Page.tsx';
import { useUser } from '../session/guards.tsx';
import { Comments } from './Comments.tsx';
import { PostHeader } from './PostHeader.tsx';
import { PostsSkeleton } from './PostsSkeleton.tsx';
import { PostText } from './PostText.tsx';
import type { Thread } from './post-cache.ts';
import { ReportButton } from './ReportButton.tsx';
import { threadQuery } from './thread.queries.ts';
import { useLiveFeed } from './useLiveFeed.ts';

export function PostPage() {
  const { id = '' } = useParams();
  const query = useQuery(threadQuery(id, useUser()._id));
  useLiveFeed(query.data !== undefined);
  if (isNotFound(query.error)) return <NotFoundPage />;
  return (
    <Page title={query.data ? `Post by ${query.data.post.name}` : 'Post'}>
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        {/* Shown with the title: a title of two lines would move it. */}
        {!query.isPending && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <BackToPosts />
            {query.data && <ReportPost of={query.data} />}
          </div>
        )}
        <Loaded query={query} what="The post" skeleton={<PostsSkeleton />}>
          {(thread) => (thread.gone ? <Gone /> : <Discussion key={id} thread={thread} />)}
        </Loaded>
      </div>
    </Page>
  );
}

/** Returns to the same place in the feed if the user came from there. */
function BackToPosts() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const fromFeed = typeof state === 'object' && state !== null && 'fromFeed' in state;
  const goBack = (event: MouseEvent) => {
    if (!fromFeed || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <p>
      <Link to="/posts" onClick={goBack} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
        <ArrowLeft className="size-4" />
        Back to posts
      </Link>
    </p>
  );
}

/** The post has no buttons of its own here. */
function ReportPost({ of: { post, gone } }: { of: Thread }) {
  const { _id: me } = useUser();
  return post.user === me || gone ? null : <ReportButton key={post._id} of={{ postId: post._id }} />;
}

const Gone = () => (
  <EmptyState>
    <span role="status">This post was deleted while you were reading it.</span>
  </EmptyState>
);

function Discussion({ thread }: { thread: Thread }) {
  const { post } = thread;
  return (
    <div className="grid grid-cols-1 gap-8">
      <article className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-surface p-4 sm:px-5">
        <PostHeader post={post} />
        <PostText key={post.text} text={post.text} mentions={post.mentions} />
        {/* No action buttons here: users like it in the feed. */}
        <p className="text-muted text-sm">
          {post.likeCount.toLocaleString('en-US')} {post.likeCount === 1 ? 'like' : 'likes'}
        </p>
      </article>
      <Comments thread={thread} />
    </div>
  );
}
