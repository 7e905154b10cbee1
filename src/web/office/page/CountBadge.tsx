import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';

type CountBadgeProps = {
  count: number;
  /** The number with its unit, for screen readers: '3 new'. */
  spoken: string;
  collapsed: boolean;
};

export function CountBadge({ count, spoken, collapsed }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'min-w-6 rounded-full bg-brand px-1.5 text-center font-semibold text-on-brand text-xs leading-5',
        collapsed ? 'absolute -end-1 -top-1' : 'ms-auto',
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only"> ({spoken})</span>
    </span>
  );
}

type RecountedBadgeProps = { counted: UseQueryResult<number>; word: string; collapsed: boolean };

export function RecountedBadge({ counted, word, collapsed }: RecountedBadgeProps) {
  const { data: count = 0, refetch } = counted;
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is the reason to count again
  useEffect(() => {
    // The drawer and the sheet both show the number: share one call.
    void refetch({ cancelRefetch: false });
  }, [pathname, refetch]);
  return <CountBadge count={count} spoken={`${count} ${word}`} collapsed={collapsed} />;
}
