import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface SectionProps {
  id: string;
  heading: string;
  intro?: ReactNode;
  className: string;
  children: ReactNode;
}

export function Section({ id, heading, intro, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className={cx('py-16 md:py-24', className)}>
      <div className="mx-auto max-w-6xl px-5">
        <h2 id={`${id}-heading`} className="text-3xl">
          {heading}
        </h2>
        {intro && <p className="mt-4 max-w-measure text-lg text-muted">{intro}</p>}
        {children}
      </div>
    </section>
  );
}
