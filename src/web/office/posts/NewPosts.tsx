import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect, useState } from 'react';
import type { Post } from '../../../shared/posts/posts.contract.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useUser } from '../session/guards.tsx';
import type { Feed } from './post-cache.ts';
import { useShowWaiting } from './posts.queries.ts';

/** New posts by others wait behind a button, so that the feed does not move while it is read. */
export function NewPosts({ feed: { posts: shown, waiting } }: { feed: Feed }) {
  const show = useShowWaiting(useUser()._id);
  const goTo = useGoToPost(shown);
  const showThem = () =>
    show.mutate(waiting.length, {
      onSuccess: ({ posts }) => goTo(posts.find(({ _id }) => waiting.includes(_id))?._id),
    });
  return (
    <>
      {/* Overlays the list with no height of its own, so that it pushes nothing. */}
      <div
        role="status"
        className="sticky top-[calc(var(--bar-top)+2rem)] z-10 -mb-4 grid h-0 justify-items-center"
      >
        {waiting.length > 0 && (
          <Button
            size="sm"
            pending={show.isPending}
            onClick={showThem}
            className="-translate-y-2/5 self-start shadow-raised"
          >
            <ArrowUp className="size-4" />
            {waiting.length === 1 ? 'Show 1 new post' : `Show ${waiting.length} new posts`}
          </Button>
        )}
      </div>
      {show.isError && <ErrorState>We couldn't load new posts. Try again. {show.error.message}</ErrorState>}
    </>
  );
}

const isAmong = (posts: Post[], id: string) => posts.some(({ _id }) => _id === id);

function useGoToPost(shown: Post[]) {
  const [goal, setGoal] = useState<string>();
  useEffect(() => {
    if (goal === undefined || !isAmong(shown, goal)) return;
    setGoal(undefined);
    const post = document.querySelector<HTMLElement>(`[data-post="${goal}"]`);
    if (!post) return;
    post.tabIndex = -1;
    post.focus({ preventScroll: true });
    post.scrollIntoView({ block: 'start' });
  }, [goal, shown]);
  return setGoal;
}
