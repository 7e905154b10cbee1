import { useCallback } from 'react';
import { maxLengths } from '../../../shared/field-limits.ts';
import { isProfessionalStatus } from '../../../shared/profiles/professional-statuses.ts';
import { useUrlParams } from '../lists/useUrlParams.ts';
import type { MemberFilter } from './members.queries.ts';

/** At most this many pages load again after a reload. */
const maxPages = 20;

export function useMemberFilter() {
  const [params, changeParams] = useUrlParams();
  const status = params.get('status') ?? '';
  const filter: MemberFilter = {
    search: (params.get('q') ?? '').trim().slice(0, maxLengths.search.profiles),
    status: isProfessionalStatus(status) ? status : '',
  };
  const pages = Math.min(Math.max(Math.trunc(Number(params.get('pages'))) || 1, 1), maxPages);

  const change = useCallback(
    (name: 'q' | 'status', value: string) =>
      // Back leads to the previous page, not letter by letter through a search.
      changeParams({ pages: '', [name]: value }, { replace: name === 'q' }),
    [changeParams],
  );
  const showPages = useCallback(
    (count: number) => changeParams({ pages: String(count) }, { replace: true }),
    [changeParams],
  );
  return { filter, pages, search: params.get('q') ?? '', change, showPages };
}
