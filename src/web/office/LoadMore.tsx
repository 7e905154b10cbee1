import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

type LoadMoreProps = {
  shown: number;
  /** What the rows are: 'entry' and 'entries'. */
  nouns: readonly [one: string, many: string];
  more: boolean;
  pending: boolean;
  onLoad: () => void;
};

/** How much of a list is here, and the way to the rest while there is one. */
export function LoadMore({ shown, nouns: [one, many], more, pending, onLoad }: LoadMoreProps) {
  const said = useFocusAtTheEnd(more);
  return (
    <div className="flex flex-wrap items-center justify-center gap-4">
      {more && (
        <Button variant="secondary" pending={pending} onClick={onLoad}>
          Load more
        </Button>
      )}
      <p ref={said} tabIndex={-1} role="status" className="text-muted text-sm outline-none">
        {more
          ? `${shown} ${many} shown`
          : shown === 1
            ? `This is the only ${one}`
            : `All ${shown} ${many} shown`}
      </p>
    </div>
  );
}

/** The button leaves with the last part of the list: whoever pressed it goes on from the words beside it. */
function useFocusAtTheEnd(more: boolean) {
  const said = useRef<HTMLParagraphElement>(null);
  const before = useRef(more);
  useEffect(() => {
    const ended = before.current && !more;
    before.current = more;
    // Only what has lost its place: a filter, too, can end a list, and keeps its focus.
    if (ended && document.activeElement === document.body) said.current?.focus({ preventScroll: true });
  }, [more]);
  return said;
}
