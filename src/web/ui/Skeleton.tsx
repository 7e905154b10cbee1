import type { ReactNode } from 'react';
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
