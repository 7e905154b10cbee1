import ArrowLeft from 'lucide-react/icons/arrow-left';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link, type To, useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { brokerageName } from './brokerage-name.ts';

const TrailNavigation = lazy(async () => ({
  default: (await import('./TrailNavigation.tsx')).TrailNavigation,
}));

type PageProps = {
  title: string;
  /** The title is the name of a person, which no browser translates. */
  isName?: boolean;
  action?: ReactNode;
  /** The list that the page belongs to. */
  back?: { to: To; label: string };
  /** A form's column; 'full' is the window's width, for boards and long rows. */
  width?: 'form' | 'full';
  /** Shows the title only to screen readers, where the content begins with a title of its own. */
  quiet?: boolean;
  /** Title, tabs and filters stand close, so that the rows of a list begin early. */
  list?: boolean;
  children: ReactNode;
};

const widths = { form: 'max-w-form', page: 'max-w-6xl', full: '' };

/** Focuses the heading on arrival and sets the browser's title. */
export function Page({
  title,
  isName = false,
  action,
  back,
  width,
  quiet = false,
  list = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${brokerageName}`;
  }, [title]);
  const { pathname } = useLocation();
  // Most pages were not opened from a list, and need no script for that.
  const mayHaveTrail = sessionStorage.trail?.includes(`"${pathname}"`);
  return (
    <div
      className={cx(
        'grid grid-cols-1',
        quiet ? 'relative -mt-6 gap-4 md:-mt-8' : list ? '-mt-3 gap-2 md:-mt-4' : 'gap-6',
        widths[width ?? 'page'],
      )}
    >
      {(back || mayHaveTrail) && (
        <div className="-mb-4 flex min-h-9 items-center gap-4 print:hidden">
          {back && (
            <Link
              to={back.to}
              className="inline-flex items-center gap-1.5 py-1.5 text-muted text-sm hover:text-brand pointer-coarse:py-3"
            >
              <ArrowLeft className="size-4" />
              {back.label}
            </Link>
          )}
          <Suspense>{mayHaveTrail && <TrailNavigation />}</Suspense>
        </div>
      )}
      <div className={cx('flex flex-wrap items-center justify-between gap-x-6 gap-y-3', quiet && 'sr-only')}>
        <h1
          tabIndex={-1}
          translate={isName ? 'no' : undefined}
          className="wrap-anywhere min-w-0 text-2xl outline-none"
        >
          {title}
        </h1>
        {action}
      </div>
      {children}
    </div>
  );
}
