import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

/** The members whose name begins so. Without an answer one types on, and nothing else. */
export const mentionableQuery = (search: string) =>
  queryOptions({
    queryKey: ['mentionable', search],
    queryFn: ({ signal }) => api('GET /api/mentions', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: minute,
    retry: false,
  });
