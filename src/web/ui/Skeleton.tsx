import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useSkeleton } from './useSkeleton.ts';

/** One block of a skeleton; its size and shape come as classes. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={cx('animate-breathe rounded-md bg-line', className)} />;
}

type PendingProps = {
  pending: boolean;
  /** Shaped like the content, made of `Skeleton` blocks. */
  skeleton: ReactNode;
  /** What is loading, for those who do not see the shapes. */
  label: string;
  children: ReactNode;
};

/** The content, or its skeleton while it is pending; nothing during the first moment. */
export function Pending({ pending, skeleton, label, children }: PendingProps) {
  const shown = useSkeleton(pending);
  if (!pending && !shown) return children;
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        {shown && label}
      </p>
      {shown && <div aria-hidden="true">{skeleton}</div>}
    </div>
  );
}
