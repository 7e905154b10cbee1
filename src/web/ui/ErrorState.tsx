import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';

type ErrorStateProps = {
  children: ReactNode;
  onRetry?: () => void;
  pending?: boolean;
  className?: string;
};

export function ErrorState({ children, onRetry, pending, className }: ErrorStateProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-error p-4',
        className,
      )}
    >
      <p role="alert" className="flex grow items-start gap-2">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-error" />
        <span>{children}</span>
      </p>
      {onRetry && (
        <Button variant="secondary" size="sm" pending={pending} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
