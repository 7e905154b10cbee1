import { type ReactNode, useEffect } from 'react';
import { cx } from '../../ui/cx.ts';
import { brokerageName } from '../brokerage-name.ts';

type PageProps = {
  title: string;
  action?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
};

/** Focuses the heading on arrival and sets the browser's title. */
export function Page({ title, action, narrow = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${brokerageName}`;
  }, [title]);
  return (
    <div className={cx('grid grid-cols-1 gap-6', narrow ? 'max-w-form' : 'max-w-6xl')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 tabIndex={-1} className="wrap-anywhere min-w-0 text-2xl outline-none">
          {title}
        </h1>
        {action}
      </div>
      {children}
    </div>
  );
}
