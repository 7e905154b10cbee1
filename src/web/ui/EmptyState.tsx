import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type EmptyStateProps = {
  children: ReactNode;
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'grid justify-items-center gap-4 rounded-lg border border-line px-6 py-12 text-center',
        className,
      )}
    >
      <p className="max-w-measure text-lg text-muted">{children}</p>
      {action}
    </div>
  );
}
