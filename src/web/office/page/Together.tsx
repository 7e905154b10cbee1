import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Loading, WaitContext } from '../../ui/Skeleton.tsx';
import { useSkeleton } from '../../ui/useSkeleton.ts';
import { scrollWhenShown } from './scroll.ts';
import { useFirstLoad } from './useFirstLoad.ts';

type TogetherProps = {
  /** The queries of the parts. */
  loads: { isLoading: boolean }[];
  /** "Loading the users", for screen readers. */
  label: string;
  skeleton: ReactNode;
  children: ReactNode;
};

/**
 * Shows its parts at once, when all have loaded or failed: a late one would push those below it from under a press.
 * Until then it renders them hidden, so that they load at the same time.
 */
export function Together({ loads, label, skeleton, children }: TogetherProps) {
  const isFirst = useFirstLoad(loads);
  const isShown = useSkeleton(isFirst);
  const isHidden = isFirst || isShown;
  const wasHidden = useRef(isHidden);
  useLayoutEffect(() => {
    if (wasHidden.current && !isHidden) scrollWhenShown();
    wasHidden.current = isHidden;
  }, [isHidden]);
  return (
    <>
      {isHidden && <Loading isShown={isShown} skeleton={skeleton} label={label} />}
      <div hidden={isHidden} className="grid grid-cols-1 gap-6">
        <WaitContext value={isHidden}>{children}</WaitContext>
      </div>
    </>
  );
}
