import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type FactsProps = { label?: string; className?: string; children: ReactNode };

/** A list of labels with their values, which stand below each other on a phone. */
export const Facts = ({ label, className, children }: FactsProps) => (
  <dl
    aria-label={label}
    className={cx('grid gap-x-6 gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]', className)}
  >
    {children}
  </dl>
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="text-muted max-sm:mt-2 max-sm:text-sm">{name}</dt>
    <dd className="wrap-anywhere min-w-0">{children}</dd>
  </div>
);
