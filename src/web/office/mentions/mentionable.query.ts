import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

/** Members whose name begins with `search`. A failure only means no suggestions. */
export const mentionableQuery = (search: string) =>
  queryOptions({
    queryKey: ['mentionable', search],
    queryFn: ({ signal }) => api('GET /api/mentions', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: minute,
    retry: false,
  });
