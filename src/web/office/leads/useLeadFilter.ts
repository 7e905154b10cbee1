import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { maxLengths } from '../../../shared/field-limits.ts';
import { isLeadStatus } from './lead-labels.ts';
import type { LeadFilter } from './leads.queries.ts';

export function useLeadFilter() {
  const [params, setParams] = useSearchParams();
  const status = params.get('status');
  const filter: LeadFilter = {
    spam: params.get('folder') === 'spam',
    status: isLeadStatus(status) ? status : undefined,
    owner: params.get('owner') || undefined,
    search: (params.get('q') ?? '').trim().slice(0, maxLengths.search.leads),
  };
  const change = useCallback(
    (name: 'q' | 'status' | 'owner', value: string) =>
      setParams((current) => withParam(current, name, value), {
        // Back leads to the previous page, not letter by letter through a search.
        replace: name === 'q',
        preventScrollReset: true,
      }),
    [setParams],
  );
  return { filter, params, change };
}

export function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
