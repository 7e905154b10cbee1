import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';

type CountBadgeProps = {
  counted: UseQueryResult<number>;
  /** Behind the number, for those who do not see where it stands. */
  word: string;
  collapsed: boolean;
};

/** A number beside an entry of the navigation, counted again on every page gone to; nothing while it is 0. */
export function CountBadge({ counted: { data: count = 0, refetch }, word, collapsed }: CountBadgeProps) {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to count again
  useEffect(() => {
    // The drawer and the sheet both show the number: one call serves both.
    void refetch({ cancelRefetch: false });
  }, [pathname, refetch]);
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'min-w-6 rounded-full bg-brand px-1.5 text-center font-semibold text-on-brand text-xs leading-5',
        collapsed ? 'absolute -end-1 -top-1' : 'ms-auto',
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">
        {' '}
        ({count} {word})
      </span>
    </span>
  );
}
