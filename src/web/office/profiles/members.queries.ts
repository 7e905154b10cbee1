import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ProfessionalStatus } from '../../../shared/profiles/professional-statuses.ts';
import { api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';

export interface MemberFilter {
  search: string;
  status: ProfessionalStatus | '';
}

export const membersKey = ['members'];

export const membersQuery = (filter: MemberFilter) =>
  infiniteQueryOptions({
    queryKey: [...membersKey, 'list', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/profile', { query, signal });
      return { members: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const phonesQuery = queryOptions({
  queryKey: [...membersKey, 'phones'],
  queryFn: ({ signal }) => api('GET /api/profile/phones', { signal }),
});
