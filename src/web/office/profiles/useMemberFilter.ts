import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import { isProfessionalStatus } from '../../../shared/professional-statuses.ts';
import type { MemberFilter } from './members.queries.ts';

/** At most this many pages load again after a reload. */
const maxPages = 20;

/** In the URL, so that the search and the loaded pages survive reload and Back and can be shared. */
export function useMemberFilter() {
  const [params, setParams] = useSearchParams();
  const status = params.get('status') ?? '';
  const filter: MemberFilter = {
    search: (params.get('q') ?? '').trim().slice(0, maxLengths.search.profiles),
    status: isProfessionalStatus(status) ? status : '',
  };
  const pages = Math.min(Math.max(Math.trunc(Number(params.get('pages'))) || 1, 1), maxPages);

  const change = useCallback(
    (name: 'q' | 'status', value: string) =>
      setParams((current) => withParam(withParam(current, 'pages', ''), name, value), {
        // Back leads to the previous page, not letter by letter through a search.
        replace: name === 'q',
        preventScrollReset: true,
      }),
    [setParams],
  );
  const showPages = useCallback(
    (count: number) =>
      setParams((current) => withParam(current, 'pages', String(count)), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return { filter, pages, search: params.get('q') ?? '', change, showPages };
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
