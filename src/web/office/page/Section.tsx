import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';

type SectionProps = { title: ReactNode; className?: string | undefined; children: ReactNode };

/** A part of a page, named by its heading. */
export function Section({ title, className, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('grid grid-cols-1 gap-4', className)}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
