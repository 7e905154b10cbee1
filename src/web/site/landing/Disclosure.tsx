import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';

interface DisclosureProps {
  more: string;
  less: string;
  className?: string;
  children: ReactNode;
}

export function Disclosure({ more, less, className, children }: DisclosureProps) {
  return (
    <details className={cx('disclosure', className)}>
      <summary className={buttonClass({ variant: 'secondary' })}>
        <span className="when-closed">{more}</span>
        <span className="when-open">{less}</span>
        <svg viewBox="0 0 16 16" className="disclosure-arrow size-4" aria-hidden="true">
          <path d="m3 6 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="1.75" />
        </svg>
      </summary>
      <div className="disclosure-content">{children}</div>
    </details>
  );
}
