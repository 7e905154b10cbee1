import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SecurityEvent } from '../../../shared/security-log/security-events.ts';
import { apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';

export interface SecurityFilter {
  event: SecurityEvent | undefined;
  user: string | undefined;
  address: string | undefined;
  /** YYYY-MM-DD, both included. */
  from: string | undefined;
  to: string | undefined;
}

/** A date field has years such as 0002 while they are typed: these filter nothing. */
const whole = (date: string | undefined) => date?.match(/^(?:19[7-9]|2\d\d)\d-\d{2}-\d{2}$/)?.[0];

export function securityLogQuery({ from, to, ...others }: SecurityFilter) {
  const filter = { ...others, from: whole(from), to: whole(to) };
  return infiniteQueryOptions({
    queryKey: ['security-log', filter],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/security-log', { query, signal });
      return { entries: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });
}

export const ownSecurityLogQuery = infiniteQueryOptions({
  queryKey: ['own-security-log'],
  queryFn: async ({ pageParam, signal }) => {
    const query = { limit: 10, cursor: pageParam };
    const { data, headers } = await apiAnswer('GET /api/auth/security-log', { query, signal });
    return { entries: data, next: nextCursor(headers) };
  },
  ...byCursor,
});
