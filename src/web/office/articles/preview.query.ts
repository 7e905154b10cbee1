import { queryOptions } from '@tanstack/react-query';
import { ApiError, api } from '../../api.ts';

/** @param text Markdown, which the server renders and sanitises */
export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['article-preview', text],
    queryFn: ({ signal }) => api('POST /api/articles/preview', { body: { text }, signal }),
    enabled: text.trim() !== '',
    // A preview requested by another tab of the same user replaced this one.
    retry: (failures, error) => failures < 5 && error instanceof ApiError && error.status === 409,
    staleTime: Number.POSITIVE_INFINITY,
    // Each pause creates an entry; only the last is needed.
    gcTime: 0,
  });
