import { infiniteQueryOptions } from '@tanstack/react-query';
import { apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';

export const closingsKey = ['own-closings'];

export const ownClosingsQuery = infiniteQueryOptions({
  queryKey: [...closingsKey, 'list'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { cursor: pageParam };
    const { data, headers } = await apiAnswer('GET /api/my-closings', { query, signal });
    return { closings: data, next: nextCursor(headers) };
  },
  ...byCursor,
});
