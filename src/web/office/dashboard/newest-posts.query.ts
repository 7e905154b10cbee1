import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api.ts';

const postsShown = 5;

export const newestPostsQuery = queryOptions({
  queryKey: ['newest-posts'],
  queryFn: ({ signal }) => api('GET /api/posts', { query: { limit: postsShown }, signal }),
});
