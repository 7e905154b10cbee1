import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

type ShowMoreProps = {
  more: boolean;
  pending: boolean;
  error: Error | null;
  what: string;
  onMore: () => void;
  /** Loads when the user scrolls near. */
  eager?: boolean;
  label?: string;
};

/** The button also serves users for whom scrolling loads nothing. */
export function ShowMore({
  more,
  pending,
  error,
  what,
  onMore,
  eager = false,
  label = 'Show more',
}: ShowMoreProps) {
  const place = useRef<HTMLDivElement>(null);
  // After a failure, leave the retry to the user.
  useOnApproach(place, eager && more && !pending && !error, onMore);
  if (!more) return null;
  return (
    <div ref={place} className="grid justify-items-center">
      {error ? (
        <ErrorState pending={pending} onRetry={onMore} className="w-full">
          We couldn't load more {what}. {error.message}
        </ErrorState>
      ) : (
        <Button variant="secondary" pending={pending} onClick={onMore}>
          {label}
        </Button>
      )}
    </div>
  );
}

const ahead = '800px';

function useOnApproach(place: RefObject<Element | null>, active: boolean, onApproach: () => void): void {
  const approach = useEffectEvent(onApproach);
  useEffect(() => {
    if (!active || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && approach(),
      { rootMargin: `0px 0px ${ahead}` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [active, place]);
}
