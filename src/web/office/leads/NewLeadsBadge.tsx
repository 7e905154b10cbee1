import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { cx } from '../../ui/cx.ts';
import { newLeadsQuery } from './new-leads.query.ts';

/** The number beside 'Leads' in the navigation, counted again on every page gone to; nothing while there are none. */
export function NewLeadsBadge({ collapsed }: { collapsed: boolean }) {
  const { data: count = 0, refetch } = useQuery(newLeadsQuery);
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
      <span className="sr-only"> ({count} new)</span>
    </span>
  );
}
