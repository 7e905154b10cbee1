import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';

export type LoadMoreProps = {
  shown: number;
  nouns: readonly [one: string, many: string];
  query: UseInfiniteQueryResult;
  /** Runs in place of loading the next page. */
  onLoad?: (() => void) | undefined;
};

export function LoadMore({ shown, nouns: [one, many], query, onLoad }: LoadMoreProps) {
  const more = query.hasNextPage;
  const status = useFocusAtTheEnd(more);
  return (
    <div className="flex flex-wrap items-center justify-center gap-4">
      {more && (
        <Button
          variant="secondary"
          data-more-rows=""
          pending={query.isFetchingNextPage}
          onClick={onLoad ?? (() => void query.fetchNextPage())}
        >
          Load more
        </Button>
      )}
      <p ref={status} tabIndex={-1} role="status" className="text-muted text-sm outline-none">
        {more
          ? `${shown} ${many} shown`
          : shown === 1
            ? `This is the only ${one}`
            : `All ${shown} ${many} shown`}
      </p>
    </div>
  );
}

/** The button disappears with the last page, so the focus moves to the count next to it. */
function useFocusAtTheEnd(more: boolean) {
  const status = useRef<HTMLParagraphElement>(null);
  const before = useRef(more);
  useEffect(() => {
    const ended = before.current && !more;
    before.current = more;
    // Only if focus was lost: a filter that ends the list keeps its own.
    if (ended && document.activeElement === document.body) status.current?.focus({ preventScroll: true });
  }, [more]);
  return status;
}
