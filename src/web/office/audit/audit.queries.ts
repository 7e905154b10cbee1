import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditAction } from '../../../shared/audit/audit-actions.ts';
import { api, apiAnswer } from '../../api.ts';
import { byCursor, nextCursor } from '../queries/next-cursor.ts';

export interface AuditFilter {
  action: AuditAction | undefined;
  actor: string | undefined;
}

export const auditQuery = ({ action, actor }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'entries', action ?? '', actor ?? ''],
    queryFn: async ({ pageParam, signal }) => {
      const query = { action, actor, cursor: pageParam };
      const { data, headers } = await apiAnswer('GET /api/audit', { query, signal });
      return { entries: data, next: nextCursor(headers) };
    },
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const actorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: ({ signal }) => api('GET /api/audit/actors', { signal }),
});
