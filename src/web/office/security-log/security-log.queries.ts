import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SecurityEvent } from '../../../shared/security-events.ts';
import { apiAnswer } from '../../api.ts';
import { nextCursor } from '../next-cursor.ts';

export interface SecurityFilter {
  event: SecurityEvent | undefined;
  user: string | undefined;
  address: string | undefined;
}

export const securityLogQuery = ({ event, user, address }: SecurityFilter) =>
  infiniteQueryOptions({
    queryKey: ['security-log', event ?? '', user ?? '', address ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const query = { event, user, address, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/security-log', { query, signal });
      return { entries: data, next: nextCursor(headers) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

export const ownSecurityLogQuery = infiniteQueryOptions({
  queryKey: ['own-security-log'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: 10, cursor: pageParam };
    const { data, headers } = await apiAnswer('GET /api/auth/security-log', { query, signal });
    return { entries: data, next: nextCursor(headers) };
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next,
});
