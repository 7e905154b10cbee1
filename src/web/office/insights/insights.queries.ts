import { queryOptions } from '@tanstack/react-query';
import type { insightPeriods } from '../../../shared/insights/insight-periods.ts';
import { minute } from '../../../shared/time.ts';
import { api } from '../../api.ts';

export type InsightPeriod = (typeof insightPeriods)[number];

export const insightsQuery = (days: InsightPeriod) =>
  queryOptions({
    queryKey: ['insights', days],
    queryFn: ({ signal }) => api('GET /api/insights', { query: { days }, signal }),
    staleTime: minute,
  });
