import { createContext, type ReactNode, useContext } from 'react';
import { cx } from './cx.ts';
import { useSkeleton } from './useSkeleton.ts';

export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-md bg-line', className)} />;
}

type PendingProps = {
  pending: boolean;
  skeleton: ReactNode;
  label: string;
  children: ReactNode;
};

/** Whether the parts within wait to be shown: then none of them shows a skeleton, which would have to stay a while. */
export const WaitContext = createContext(false);

export function Pending({ pending, skeleton, label, children }: PendingProps) {
  const waits = useContext(WaitContext);
  const shown = useSkeleton(pending && !waits);
  if (!pending && !shown) return children;
  return <Loading isShown={shown} skeleton={skeleton} label={label} />;
}

type LoadingProps = { isShown: boolean; skeleton: ReactNode; label: string };

/** Takes the skeleton's room from the start: showing it must not move what is below. */
export const Loading = ({ isShown, skeleton, label }: LoadingProps) => (
  <div aria-busy="true">
    <p role="status" className="sr-only">
      {isShown && label}
    </p>
    <div aria-hidden="true" className={isShown ? undefined : 'invisible'}>
      {skeleton}
    </div>
  </div>
);
