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

/** Show no skeleton within: it would stay for 400 ms after the parts are shown. */
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
