import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pending } from '../../ui/Skeleton.tsx';
import { LoadMore } from '../lists/LoadMore.tsx';
import { Page } from '../page/Page.tsx';
import { PostsSkeleton } from '../posts/PostsSkeleton.tsx';
import { queueQuery } from './moderation.queries.ts';
import { Queue } from './Queue.tsx';

export function ModerationPage() {
  const query = useInfiniteQuery(queueQuery);
  const things = query.data?.pages.flatMap((page) => page.things);
  return (
    <Page title="Moderation">
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        <p className="max-w-measure text-muted">
          Posts and comments members reported. Keep closes the reports. Remove deletes it and tells the author
          why. Both are recorded in the audit log.
        </p>
        <Pending pending={query.isPending} skeleton={<PostsSkeleton />} label="Loading reports">
          {query.isError && (
            <ErrorState pending={query.isFetching} onRetry={() => void query.refetch()}>
              We couldn't load the reports. Try again. {query.error.message}
            </ErrorState>
          )}
          {things && <Queue things={things} />}
          {things && things.length === 0 && (
            <EmptyState>Nothing to review. What members report appears here.</EmptyState>
          )}
          {things && things.length > 0 && (
            <LoadMore shown={things.length} nouns={['reported text', 'reported texts']} query={query} />
          )}
        </Pending>
      </div>
    </Page>
  );
}
