import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode, useEffect } from 'react';
import { Link, type To } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { brokerageName } from './brokerage-name.ts';

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
  return (
    <div
      className={cx(
        'grid grid-cols-1',
        quiet ? 'relative -mt-6 gap-4 md:-mt-8' : list ? '-mt-3 gap-2 md:-mt-4' : 'gap-6',
        widths[width ?? 'page'],
      )}
    >
      {back && (
        <Link
          to={back.to}
          className="-mb-4 inline-flex items-center gap-1.5 justify-self-start py-1.5 text-muted text-sm hover:text-brand pointer-coarse:py-3 print:hidden"
        >
          <ArrowLeft className="size-4" />
          {back.label}
        </Link>
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
