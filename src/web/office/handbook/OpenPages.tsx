import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { askLabel, isLate } from './handbook-labels.ts';
import { openPagesQuery } from './open-pages.query.ts';

/** The pages that the reader has yet to acknowledge; nothing while they load, after a failure, or if there are none. */
export function OpenPages() {
  const { data: pages = [] } = useQuery(openPagesQuery);
  const id = useId();
  if (pages.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid max-w-2xl grid-cols-1 gap-3">
      <h2 id={id} className="text-xl">
        Pages to acknowledge
      </h2>
      <ul aria-labelledby={id} className="border-line border-b">
        {pages.map(({ _id, title, slug, due }) => {
          const ask = { due, done: null };
          return (
            <li
              key={_id}
              className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-t py-3"
            >
              <Link
                to={`/handbook/${slug}`}
                className="wrap-anywhere min-w-0 font-semibold text-text no-underline after:absolute after:inset-0 hover:text-brand"
              >
                {title}
              </Link>
              <span className={isLate(ask) ? 'font-semibold text-error text-sm' : 'text-muted text-sm'}>
                {askLabel(ask)}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
